import { freshDatabase, type TestDatabase } from '@bindery/backend/testing';
import { defineResources, integer, reference, text } from '@bindery/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import resources from '#resources.config';
import seedBooks from './seed.ts';

const rights = { admin: ['read'] } as const;
const genres = { fields: { name: text({ required: true, unique: true }) }, rights } as const;

let test: TestDatabase;

afterEach(() => test?.drop());

const rows = (table: string, where = 'true') =>
  test.database
    .query<{ count: number }>({
      sql: `select count(*)::int as count from ${table} where ${where}`,
      parameters: [],
    })
    .then(([row]) => row?.count);

describe('the sample books', () => {
  beforeEach(async () => {
    test = await freshDatabase(resources);
  });

  it('are added to an empty catalogue once', async () => {
    expect(await seedBooks(test.database, resources)).toBe(true);
    expect(await seedBooks(test.database, resources)).toBe(false);
    expect([await rows('genres'), await rows('books')]).toEqual([10, 100]);
  });
});

describe('the sample books of a changed config entry', () => {
  it('are skipped if it requires a value that they lack', async () => {
    const others = defineResources({
      genres,
      books: { fields: { title: text({ required: true }), pages: integer({ required: true }) }, rights },
    });
    test = await freshDatabase(others);
    expect(await seedBooks(test.database, others)).toBe(false);
    expect([await rows('genres'), await rows('books')]).toEqual([0, 0]);
  });

  it('omit the fields that it no longer has, and get the defaults of its new ones', async () => {
    const others = defineResources({
      genres,
      books: {
        fields: {
          title: text({ required: true }),
          genre: reference('genres', { required: true }),
          copies: integer({ required: true, default: 2 }),
        },
        rights,
      },
    });
    test = await freshDatabase(others);
    expect(await seedBooks(test.database, others)).toBe(true);
    expect(await rows('books', 'copies = 2')).toBe(100);
  });

  it('are skipped if the entries are missing', async () => {
    const others = defineResources({ shelves: { fields: { name: text() }, rights } });
    test = await freshDatabase(others);
    expect(await seedBooks(test.database, others)).toBe(false);
  });
});
