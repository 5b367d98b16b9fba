import { expect, test } from 'vitest';
import { defineResources, type Entries, reference, text } from './index.ts';
import { databaseName, LONGEST_DATABASE_NAME } from './names.ts';

const rights = { admin: ['read'] } as const;

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
    expect(name).toHaveLength(LONGEST_DATABASE_NAME);
    expect(name).toMatch(/^b{40}_b+_[a-z0-9]{7}_unique$/);
  }
});
