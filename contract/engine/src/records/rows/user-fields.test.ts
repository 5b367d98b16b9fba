import { describe, expect, it } from 'vitest';
import {
  boolean,
  defineResources,
  integer,
  reference,
  references,
  select,
  text,
} from '#contract/schema/index.ts';
import { rowFilter } from './row-filter.ts';
import { usedUserFields } from './user-fields.ts';

const fields = {
  title: text(),
  pages: integer(),
  live: boolean(),
  genre: reference('genres'),
  tags: references('genres'),
};
const genres = { fields: { name: text() }, rights: {} };
const rights = { user: ['read'] } as const;

describe('a row filter', () => {
  it("has the types of the user's fields, of references their ids, and of which may be empty", () => {
    const resources = defineResources({
      genres,
      books: {
        fields,
        rights,
        where: {
          user: ({ user }) => ({
            title: user.nickname,
            genre: user.genre,
            pages: { gte: user.shoeSize },
            live: [user.isNew],
            tags: { some: user.genre },
          }),
        },
      },
      users: {
        managedBy: 'auth',
        fields: {
          email: text({ required: true }),
          role: select(['admin', 'user']),
          nickname: text(),
          genre: reference('genres'),
          shoeSize: integer(),
          isNew: boolean({ required: true, default: false }),
        },
        rights: {},
      },
    });
    const { user } = resources.books.where;
    const actor = { id: 'a', email: 'a@b.c', role: 'user', shoeSize: 9, isNew: true };
    const given = { nickname: undefined, genre: undefined };
    expect(user!.read!({ user: { ...actor, ...given }, now: '' })).toMatchObject({ pages: { gte: 9 } });
    expect(usedUserFields(resources).map(({ name }) => name)).toEqual([
      'nickname',
      'genre',
      'shoeSize',
      'isNew',
    ]);
  });

  it('compares these with fields of their own type', () => {
    const invalid = () =>
      defineResources({
        genres,
        books: {
          fields,
          rights,
          // @ts-expect-error a number is not a text
          where: { user: ({ user }) => ({ title: user.shoeSize }) },
        },
        users: { managedBy: 'auth', fields: { shoeSize: integer() }, rights: {} },
      });
    expect(invalid).toThrow('books.where.user.title: 1 is not a value of a text');
  });

  it('has no other fields of the user', () => {
    const invalid = () =>
      defineResources({
        genres,
        books: {
          fields,
          rights,
          // @ts-expect-error users have no such field
          where: { user: ({ user }) => ({ title: user.nicknam }) },
        },
        users: { managedBy: 'auth', fields: { nickname: text() }, rights: {} },
      });
    expect(invalid).toThrow(
      'throws for a user of the role: user.nicknam: "nicknam" is unknown; did you mean "nickname"?',
    );
  });

  it('loads the fields that some filter reads, even for certain users only, and no others', () => {
    const resources = defineResources({
      books: {
        fields,
        rights,
        where: { user: ({ user }) => (user.email.startsWith('a') ? { title: user.nickname } : {}) },
      },
      genres,
      users: { managedBy: 'auth', fields: { nickname: text(), age: integer() }, rights: {} },
    });
    expect(usedUserFields(resources).map(({ name }) => name)).toEqual(['nickname']);
    const actor = { id: 'a', email: 'a@b.c', role: 'user' };
    const read = (known: object) =>
      rowFilter(resources.books, { actor: { ...actor, ...known }, action: 'read' });
    expect(() => read({})).toThrow('user.nickname, which was not loaded');
    expect(read({ fields: { nickname: undefined } })).toEqual({ any: [] });
    expect(read({ fields: { nickname: 'Al' } })).toMatchObject({ value: 'Al' });
  });
});
