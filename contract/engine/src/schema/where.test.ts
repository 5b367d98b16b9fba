import { describe, expect, it } from 'vitest';
import {
  boolean,
  datetime,
  decimal,
  defineResources,
  type Entries,
  integer,
  reference,
  references,
  select,
  text,
} from './index.ts';

const fields = {
  title: text(),
  state: select(['open', 'done']),
  pages: integer(),
  price: decimal(),
  dueAt: datetime(),
  live: boolean(),
  genre: reference('genres'),
  tags: references('genres'),
};
const genres = { fields: { name: text(), age: integer(), parent: reference('genres') }, rights: {} };
const rights = { user: ['read'] } as const;

describe('a row filter', () => {
  it('compiles with the fields of its entry, their values, and the fields of a referenced record', () => {
    const resources = defineResources({
      genres,
      books: {
        fields,
        rights,
        where: {
          user: ({ user, now }) => ({
            title: user.email,
            state: ['open', null],
            pages: { gte: 3, lt: 9 },
            price: { ne: '1.50' },
            dueAt: { lt: now },
            live: true,
            genre: { name: 'Poetry', age: { gt: 12 } },
            or: [{ title: null }, { not: { genre: user.id } }],
            id: { ne: user.id },
          }),
          admin: { update: ({ user }) => ({ genre: user.id }) },
          public: ({ now }) => ({ dueAt: { lt: now } }),
        },
      },
    });
    expect(resources.books.name).toBe('books');
  });

  const complaint = (where: object): string => {
    try {
      const entries: Entries = { genres, books: { fields, rights, where } };
      defineResources(entries);
      return '';
    } catch (error) {
      return String(error);
    }
  };

  it('follows four references, but not a fifth', () => {
    const far = (steps: number): object => (steps === 0 ? { name: 'Poetry' } : { parent: far(steps - 1) });
    expect(complaint({ user: () => ({ genre: far(3) }) })).toBe('');
    expect(complaint({ user: () => ({ genre: far(4) }) })).toContain(
      'books.where.user.genre.parent.parent.parent.parent: {"name":"Poetry"} leads too far: a filter follows at most 4 references',
    );
    expect(complaint({ user: () => ({ title: { name: 'Poetry' } }) })).toMatch(
      /books\.where\.user\.title\.name: "name" is unknown; (did you mean "ne"|there are: in, ne)/,
    );
  });

  it('does not compile with an unknown field, action, role or operator, and is rejected', () => {
    expect(() =>
      defineResources({
        genres,
        books: {
          fields,
          rights,
          where: {
            // @ts-expect-error there is no field "titel"
            user: ({ user }) => ({ state: 'open', titel: user.email }),
          },
        },
      }),
    ).toThrow('books.where.user.titel: "titel" is unknown; did you mean "title"?');
    expect(() =>
      defineResources({
        genres,
        books: {
          fields,
          rights,
          where: {
            user: {
              // @ts-expect-error there is no field "nam" in genres
              read: () => ({ genre: { nam: 'x' } }),
              // @ts-expect-error there is no action "updat"
              updat: () => ({}),
            },
          },
        },
      }),
    ).toThrow(/where.user.read.genre.nam: "nam" is unknown[\s\S]*where.user.updat: "updat" is unknown/);
    expect(() =>
      defineResources({
        genres,
        books: {
          fields,
          rights,
          where: {
            // @ts-expect-error there is no role "usr"
            usr: () => ({ state: 'open' }),
            // @ts-expect-error public has no user
            public: ({ user }) => ({ title: user.email }),
          },
        },
      }),
    ).toThrow(
      /where.usr: "usr" is unknown; did you mean "user"[\s\S]*where.public: .* throws for a caller without a session/,
    );
    expect(() =>
      defineResources({
        genres,
        books: {
          fields,
          rights,
          where: {
            // @ts-expect-error there is no field "titl", and a text has no order
            user: () => ({ or: [{ pages: 1 }, { not: { titl: 'x' } }], title: { gt: 'a' } }),
          },
        },
      }),
    ).toThrow(
      /where.user.or.not.titl: "titl" is unknown[\s\S]*where.user.title.gt: "gt" cannot be: a text has no order/,
    );
  });

  it.each([
    [() => ({ state: 'opne' }), 'where.user.state: "opne" is unknown; did you mean "open"?'],
    [() => ({ pages: 'many' }), 'where.user.pages: "many" is not a value of an integer'],
    [() => ({ dueAt: { lt: 'later' } }), 'where.user.dueAt.lt: "later" is not a value of a datetime'],
    [() => ({ pages: { above: 3 } }), 'where.user.pages.above: "above" is unknown'],
    [() => ({ genre: { name: { of: { it: 1 } } } }), 'where.user.genre.name.of: "of" is unknown'],
    [() => ({ or: { pages: 3 } }), 'where.user.or: {"pages":3} must be a list of filters'],
    [() => ({ tags: 'a' }), 'where.user.tags: "a" must describe one of its records'],
    [() => ({ tags: { name: 'a' } }), 'where.user.tags: {"name":"a"} must describe one of its records'],
    [() => ({ tags: { some: 7 } }), 'where.user.tags.some: 7 must be an id, several ids, or a filter'],
    [() => ({ tags: { some: { nam: 'a' } } }), 'where.user.tags.some.nam: "nam" is unknown'],
    [() => ({ genre: { parent: { nam: 'a' } } }), 'where.user.genre.parent.nam: "nam" is unknown'],
    [() => ({ id: 7 }), 'where.user.id: 7 is not a value of a reference'],
    [() => ({ id: { gt: 'a' } }), 'where.user.id.gt: "gt" cannot be: a reference has no order'],
    [() => ({ genre: { id: { name: 'a' } } }), 'where.user.genre.id.name: "name" is unknown'],
    [
      { create: () => ({ id: 'a' }) },
      'where.user.create.id: "a" cannot be in a filter on new records, because their id is not known yet',
    ],
    [() => 'mine', 'where.user: "mine" must return a filter'],
    [async () => ({ name: 'a' }), 'where.user: {} is a promise: a row filter cannot be asynchronous'],
    [() => Promise.reject(new Error('late')), 'where.user: {} is a promise'],
    [7, 'where.user: 7 must be a function'],
    [
      () => {
        throw new Error('no such thing');
      },
      /where\.user: \(\) => \{.*\} throws for a user of the role: no such thing/,
    ],
  ])('is rejected at start where the types cannot catch it: %s', (rule, problem) => {
    expect(complaint({ user: rule })).toMatch(problem);
  });
});
