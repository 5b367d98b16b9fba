import { describe, expect, it, test } from 'vitest';
import {
  boolean,
  defineResources,
  type Entries,
  integer,
  longText,
  ResourceConfigError,
  type Resources,
  reference,
  select,
  text,
} from './index.ts';
import { fieldKind, kindNames } from './kinds.ts';
import { databaseName, MAX_DATABASE_NAME_LENGTH } from './names.ts';

/** Defines entries that the types would reject. */
const defineUnchecked = defineResources as (entries: object) => Resources;

const rights = { admin: ['read'] } as const;

/** Returns the error text of defineResources for entries that the types would reject. */
const complaintAbout = (entries: object): string => {
  try {
    defineUnchecked(entries);
  } catch (error) {
    if (error instanceof ResourceConfigError) return error.message;
    throw error;
  }
  throw new Error('the entries were taken');
};

describe('an entry', () => {
  it('becomes a resource with every default filled in', () => {
    const { categories } = defineResources({
      categories: { fields: { name: text({ required: true, search: true }), hint: longText() }, rights },
    });
    expect(categories).toMatchObject({
      singular: 'category',
      table: 'categories',
      group: 'application',
      label: 'name',
      search: ['name'],
      list: ['name'],
      sort: { field: 'name', direction: 'asc' },
      rights: { admin: ['read'], user: [] },
      managedBy: 'app',
    });
    expect(categories.fields.name).toMatchObject({
      max: 255,
      column: 'name',
      searchColumn: 'name_folded',
      sort: true,
    });
    expect(categories.fields.hint).toMatchObject({
      max: 10_000,
      required: false,
      sort: false,
      operators: ['null'],
    });
  });

  it('is frozen once it is a resource', () => {
    const { tags } = defineResources({ tags: { fields: { name: text() }, rights } });
    expect(Object.isFrozen(tags)).toBe(true);
    expect(Object.isFrozen(tags.fields.name)).toBe(true);
  });

  it('has the null operator only for optional fields', () => {
    const { tags } = defineResources({
      tags: { fields: { pages: integer(), weight: integer({ required: true }) }, rights },
    });
    expect(tags.fields.pages.operators).toContain('null');
    expect(tags.fields.weight.operators).not.toContain('null');
  });

  it.each(kindNames())('lets lists ask whether a %s has a value, unless it says no', (kind) => {
    const stated = { kind, ...fieldKind(kind).samples.options };
    const operatorsOf = (field: object): readonly string[] => {
      const fields = { name: text(), requested: { ...stated, ...field } };
      return defineUnchecked({ specimens: { fields, rights } }).specimens!.fields.requested!.operators;
    };
    expect(operatorsOf({})).toContain('null');
    expect(operatorsOf({ filter: true })).toContain('null');
    expect(operatorsOf({ filter: false })).not.toContain('null');
  });

  it('lets lists ask whether a computed value is there, unless only the server knows it', () => {
    const fields = {
      name: text(),
      initial: text({ computed: 'left({name}, 1)' }),
      length: integer({ computed: 'char_length({name})' }),
      shown: text({ computed: { from: ['name'], value: ({ name }: { name: unknown }) => name } }),
    };
    const { initial, length, shown } = defineUnchecked({ tags: { fields, rights } }).tags!.fields;
    expect(initial!.operators).toEqual(['null']);
    expect(length!.operators).toContain('null');
    expect(shown!.operators).toEqual([]);
  });

  it('sorts newest first if its label is not sortable', () => {
    const { tags } = defineResources({ tags: { fields: { name: text() }, rights } });
    expect(tags.sort).toEqual({ field: 'createdAt', direction: 'desc' });
  });
});

describe('an invalid entry does not compile, and is also rejected at start', () => {
  it('when a reference points to an unknown resource', () => {
    expect(() =>
      defineResources({
        genres: { fields: { name: text() }, rights },
        // @ts-expect-error there is no resource "genre"
        books: { fields: { genre: reference('genre') }, rights },
      }),
    ).toThrow('books.fields.genre.to: "genre" is unknown; did you mean "genres"?');
  });

  it('when a unique rule names an unknown field', () => {
    expect(() =>
      defineResources({
        // @ts-expect-error there is no field "titel"
        books: { fields: { title: text() }, unique: [{ fields: ['titel'] }], rights },
      }),
    ).toThrow('books.unique: "titel" is unknown; did you mean "title"?');
  });

  it('when it is ordered by an unknown field', () => {
    expect(() =>
      // @ts-expect-error there is no field "name"
      defineResources({ books: { fields: { title: text() }, sort: 'name', rights } }),
    ).toThrow('books.sort: "name" is unknown');
  });

  it('when a key of it is unknown', () => {
    expect(() =>
      // @ts-expect-error there is no key "uniqe"
      defineResources({ books: { fields: { title: text() }, uniqe: [], rights } }),
    ).toThrow('books.uniqe: "uniqe" is unknown; did you mean "unique"?');
  });

  it('when a field has an unknown option', () => {
    expect(() =>
      defineResources({
        // @ts-expect-error there is no option "requird"
        books: { fields: { title: text({ requird: true }) }, rights },
      }),
    ).toThrow('books.fields.title.requird: "requird" is unknown; did you mean "required"?');
  });

  it('when an option has an invalid type', () => {
    // @ts-expect-error a length is a number
    text({ max: '3' });
    // @ts-expect-error a default is one of the values
    select(['draft', 'live'], { default: 'gone' });
    // @ts-expect-error a long text cannot be sorted by
    longText({ sort: true });
  });

  it('when a right is unknown', () => {
    expect(() =>
      defineResources({
        // @ts-expect-error there is no action "write"
        books: { fields: { title: text() }, rights: { admin: ['read', 'write'] } },
      }),
    ).toThrow('books.rights.admin: "write" is unknown');
  });
});

describe('a mistake that the types cannot catch is rejected at start', () => {
  it.each([
    [
      'bounds that cross',
      { pages: integer({ min: 5, max: 2 }) },
      'books.fields.pages.min: 5 must not be above max (2)',
    ],
    [
      'a text too long to order',
      { title: text({ max: 9000 }) },
      'books.fields.title.max: 9000 must be from 1 to 500; for more, use longText',
    ],
    [
      'a choice among nothing',
      { state: { ...select(['a']), values: [] } },
      'books.fields.state.values: [] must name at least one value',
    ],
    ['a choice that repeats', { state: select(['a', 'a']) }, 'must not repeat a value'],
    [
      'a required field that no role can fill',
      { ok: boolean({ required: true, readOnly: true }) },
      'give it a default',
    ],
    [
      'a required reference that empties',
      { other: reference('books', { required: true, onDelete: 'setNull' }) },
      'books.fields.other.onDelete: "setNull" cannot empty a required field',
    ],
    [
      'a default that is no choice',
      { state: { ...select(['a', 'b']), default: 'c' } },
      'books.fields.state.default: "c" is none of the values',
    ],
    [
      'a pattern in quotes',
      { code: { ...text(), pattern: '^[A-Z]+$' }, more: { ...longText(), pattern: 'x' } },
      'books.fields.code.pattern: "^[A-Z]+$" must be a regular expression',
    ],
    [
      'a builder that is not called',
      { name: text },
      'books.fields.name: "text" is only the builder: call it, as in text()',
    ],
    ['a field every record has', { createdAt: text() }, 'is a field that every record has automatically'],
    ['a name that is no name', { 'my field': text() }, 'books.fields.my field: "my field" must be camelCase'],
    [
      'a field not made by a builder',
      { title: { type: 'text' } },
      'is not made by one of the field builders',
    ],
  ])('%s', (_, fields, complaint) => {
    expect(complaintAbout({ books: { fields, rights } })).toContain(complaint);
  });

  it('a resource by a name that the product uses', () => {
    expect(complaintAbout({ sessions: { fields: { name: text() }, rights } })).toContain(
      'sessions.name: "sessions" is a name that the product uses',
    );
  });

  it('a title that another resource has, stated or derived from its name', () => {
    const fields = { name: text() };
    const shelves = { fields, rights, title: 'Books' };
    expect(complaintAbout({ books: { fields, rights }, shelves })).toContain(
      'shelves.title: "Books" is also the label of books',
    );
    expect(complaintAbout({ racks: { fields, rights, title: 'Books' }, shelves })).toContain(
      'shelves.title: "Books" is also the label of racks',
    );
  });

  it('rights to change records that may not be read', () => {
    expect(complaintAbout({ books: { fields: { name: text() }, rights: { user: ['update'] } } })).toContain(
      'books.rights.user: ["update"] needs "read" as well',
    );
    const addsAndChanges = { books: { fields: { name: text() }, rights: { public: ['create', 'update'] } } };
    expect(complaintAbout(addsAndChanges)).toContain('needs "read" as well');
  });

  it('a misspelt action, and nothing that follows from it', () => {
    const complaint = complaintAbout({ books: { fields: { name: text() }, rights: { user: ['reed'] } } });
    expect(complaint).toContain('books.rights.user: "reed" is unknown; did you mean "read"?');
    expect(complaint).not.toContain('needs "read"');
  });

  it('every mistake at once, one per line', () => {
    const complaint = complaintAbout({
      books: { fields: { title: text({ max: 0 }), pages: integer({ min: 2, max: 1 }) }, sort: 'x', rights },
    });
    expect(complaint.split('\n')).toHaveLength(4);
  });
});

describe('an entry that bypassed the types', () => {
  const fields = { title: text(), genre: text() };

  it.each([
    ['label', ['title'], 'label: ["title"] must be a field, or a text with fields in braces'],
    ['sort', { title: 'desc' }, 'sort: {"title":"desc"} must be one field, descending with a minus'],
    ['list', 'title', 'list: "title" must be a list of fields, such as ["title", "author"]'],
    ['group', '', 'group: "" must be a text'],
    ['rights', ['admin'], 'rights: ["admin"] must say by role what it may do'],
    ['where', () => ({ title: 'x' }), 'must say by role which records'],
    ['dashboard', 'counts', 'dashboard: "counts" must be true or false'],
  ])('is rejected with the required type of %s', (key, value, problem) => {
    const complaint = complaintAbout({ books: { fields, rights, [key]: value } });
    expect(complaint).toContain(problem);
    expect(complaint.split('\n')).toHaveLength(2);
  });

  it.each([
    ['a reference without one', []],
    ['a reference to an entry itself', [{ fields, rights }]],
  ])('names the resources if there is %s', (_, given) => {
    const note = Reflect.apply(reference, undefined, given);
    const complaint = complaintAbout({ books: { fields: { ...fields, note }, rights } });
    expect(complaint).toContain('books.fields.note.to: undefined must be the name of a resource: books');
  });
});

const defining = (entries: object) => () => defineResources(entries as Entries);
const found = text({ search: true });

test('a field cannot have the same column as a reference', () => {
  expect(defining({ books: { fields: { author: reference('books'), authorId: text() }, rights } })).toThrow(
    'books.fields.authorId: "authorId" needs the column "author_id", which fields.author already has',
  );
});

test('a field cannot have the same column as the normalized text of another field', () => {
  expect(defining({ books: { fields: { nameFolded: text(), name: found }, rights } })).toThrow(
    'books.fields.name: "name" needs the column "name_folded", which fields.nameFolded already has',
  );
});

test('a field may have such a name if no other field needs that column', () => {
  expect(
    defining({ books: { fields: { authorId: text(), name: text(), nameFolded: text() }, rights } }),
  ).not.toThrow();
});

test('a unique rule cannot be defined twice', () => {
  expect(
    defining({ books: { fields: { name: text({ unique: true }) }, unique: [{ fields: ['name'] }], rights } }),
  ).toThrow(
    'books.unique: "unique" needs the name "books_name_folded_unique" in the database, which books.unique already has',
  );
});

test('two resources cannot have an index of the same name', () => {
  expect(
    defining({
      books: { fields: { shelfName: found }, rights },
      booksShelf: { fields: { name: found }, rights },
    }),
  ).toThrow(
    'booksShelf.fields.name: "name" needs the name "books_shelf_name_folded_order" in the database, which books.fields.shelfName already has',
  );
});

test('a name within the limit of PostgreSQL is unchanged', () => {
  expect(databaseName('books', 'title', 'unique')).toBe('books_title_unique');
  expect(databaseName('b'.repeat(57), 'order')).toBe(`${'b'.repeat(57)}_order`);
});

test('a longer name is truncated to the limit of PostgreSQL, with a hash that keeps it unique', () => {
  const long = 'b'.repeat(40);
  const names = ['first', 'second'].map((field) => databaseName(long, long, field, 'unique'));
  expect(new Set(names).size).toBe(2);
  for (const name of names) {
    expect(name).toHaveLength(MAX_DATABASE_NAME_LENGTH);
    expect(name).toMatch(/^b{40}_b+_[a-z0-9]{7}_unique$/);
  }
});
