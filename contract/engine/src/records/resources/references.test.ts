import { describe, expect, expectTypeOf, it } from 'vitest';
import { schemasOf } from '#contract/records/resources/schemas.ts';
import type { RecordOf, Update } from '#contract/records/resources/types.ts';
import { fieldErrors } from '#contract/records/validation.ts';
import { defineResources, type Entries, type Referenced, references, text } from '#contract/schema/index.ts';

const rights = { admin: ['read'] } as const;
const tags = { fields: { name: text({ required: true }) }, rights };
const defining = (entries: object) => () => defineResources(entries as Entries);
const withField = (field: object, more: object = {}) =>
  defining({ tags, books: { fields: { name: text(), tags: field }, rights, ...more } });

describe('an entry with references to several records', () => {
  it.each([
    [references('tag' as 'tags'), 'books.fields.tags.to: "tag" is unknown; did you mean "tags"?'],
    [
      { ...references('tags'), sort: true },
      'tags.sort: true cannot be: records have several of these values',
    ],
    [{ ...references('tags'), unique: true }, 'tags.unique: true cannot be: records have several'],
    [references('tags', { min: 3, max: 2 }), 'tags.min: 3 must not be above max (2)'],
    [references('tags', { max: 0 }), 'tags.max: 0 must be a whole number from 1 to 1000'],
    [references('tags', { max: 5000 }), 'tags.max: 5000 must be a whole number from 1 to 1000'],
    [references('tags', { min: 1.5 }), 'tags.min: 1.5 must be a whole number'],
    [
      references('tags', { required: true, onDelete: 'setNull' }),
      'tags.onDelete: "setNull" cannot remove records from a field that needs some',
    ],
    [{ ...references('tags'), onDelete: 'forget' }, 'tags.onDelete: "forget" must be "restrict"'],
    [{ ...references('tags'), ordered: 'yes' }, 'tags.ordered: "yes" must be true or false'],
    [{ ...references('tags'), default: [] }, 'tags.default: "default" is unknown'],
  ])('is rejected with options that make no sense: %#', (field, problem) => {
    expect(withField(field)).toThrow(problem);
  });

  it('is rejected where the references are part of a label, a unique rule or the sort', () => {
    const field = references('tags');
    expect(withField(field, { label: '{name} {tags}' })).toThrow('"tags" cannot be part of a label');
    expect(withField(field, { unique: [{ fields: ['name', 'tags'] }] })).toThrow(
      '"tags" cannot be part of a rule',
    );
    expect(withField(field, { sort: '-tags' })).toThrow('books.sort: "-tags" cannot be');
  });

  it('is also available for users and to users', () => {
    const users = { managedBy: 'auth', fields: { email: text({ required: true }) }, rights };
    expect(
      defining({ tags, users: { ...users, fields: { ...users.fields, tags: references('tags') } } }),
    ).not.toThrow();
    expect(defining({ users, books: { fields: { readers: references('users') }, rights } })).not.toThrow();
  });

  it('is rejected for required references of a resource to itself: there is no first record', () => {
    expect(defining({ tags: { ...tags, fields: { like: references('tags', { required: true }) } } })).toThrow(
      'tags.fields.like: "tags" is a required reference of a resource to itself',
    );
  });

  it('is rejected if another table has the name of the join table', () => {
    const name = text();
    expect(
      defining({ tags, books: { fields: { name, tags: references('tags') }, rights }, booksTags: tags }),
    ).toThrow('booksTags.name: "booksTags" needs the name "books_tags" in the database');
    expect(defining({ tags, saved: { fields: { name, views: references('tags') }, rights } })).toThrow(
      'saved.fields.views: "views" needs the table "saved_views", which already exists',
    );
    expect(defining({ tags, pg: { fields: { name, class: references('tags') }, rights } })).toThrow(
      'needs the table "pg_class"',
    );
  });

  it('takes the first other field as the label of its records', () => {
    const { books } = defineResources({
      tags,
      books: { fields: { tags: references('tags'), pages: text() }, rights },
    });
    expect(books.label).toBe('pages');
  });
});

describe('the values', () => {
  const { books } = defineResources({
    tags,
    books: {
      fields: {
        tags: references('tags', { min: 2, max: 3 }),
        themes: references('tags', { required: true }),
      },
      rights,
    },
  });
  const ids = [1, 2, 3, 4].map((number) => `00000000-0000-7000-8000-00000000000${number}`);
  const { create, replace } = schemasOf(books);
  const keysOf = (values: object) => {
    const { error } = create.safeParse({ themes: [ids[0]], ...values }, { reportInput: true });
    const errors = Object.entries(fieldErrors(error?.issues ?? []));
    return Object.fromEntries(errors.map(([name, all]) => [name, all.map(({ key }) => key)]));
  };

  it('are empty, or at most as many as the field allows, each once', () => {
    expect(keysOf({ tags: [] })).toEqual({});
    expect(keysOf({ tags: null })).toEqual({});
    expect(keysOf({ tags: ids.slice(0, 3) })).toEqual({});
    expect(keysOf({ tags: ids.slice(0, 1) })).toEqual({ tags: ['errors.tooFewValues'] });
    expect(keysOf({ tags: ids })).toEqual({ tags: ['errors.tooManyValues'] });
    expect(keysOf({ tags: [ids[0], ids[0]?.toUpperCase()] })).toEqual({ tags: ['errors.repeatedValue'] });
    expect(keysOf({ tags: ['\0', ids[0]] })).toEqual({ tags: ['errors.invalid'] });
    expect(keysOf({ tags: { length: 2 } })).toEqual({ tags: ['errors.invalid'] });
  });

  it('are required by a required field', () => {
    for (const themes of [[], null, undefined])
      expect(keysOf({ themes })).toEqual({ themes: ['errors.required'] });
  });

  it('are accepted in output form when a whole record is put back', () => {
    const records = ids.slice(0, 2).map((id) => ({ id, label: 'x' }));
    const whole: unknown = { tags: records, themes: records };
    expect(replace.safeParse(whole).data).toEqual({
      tags: ids.slice(0, 2),
      themes: ids.slice(0, 2),
    });
  });

  it('are never null in a record, and ids when written', () => {
    const fields = { name: text(), tags: references('tags') };
    type Book = RecordOf<typeof fields>;
    expectTypeOf<Book['tags']>().toEqualTypeOf<readonly Referenced[]>();
    expectTypeOf<Update<typeof fields>['tags']>().toEqualTypeOf<readonly string[] | null | undefined>();
  });
});
