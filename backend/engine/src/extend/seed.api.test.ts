import { boolean, date, defineResources, integer, text, today } from '@bindery/contract/schema/index.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logger } from '#backend/logging/logger.ts';
import { freshDatabase, type TestDatabase } from '#backend/testing/database.ts';
import { defineSeed, type SampleRecords } from './seed.ts';

const resources = defineResources({
  books: {
    fields: {
      title: text({ required: true, unique: true }),
      number: text({ readOnly: true }),
      loans: integer({ readOnly: true, default: 0, min: 0 }),
      isLent: boolean({ readOnly: true }),
      boughtOn: date({ required: true, default: today }),
    },
    rights: { admin: ['read'] },
  },
});

let test: TestDatabase;
let logged: string[];
beforeEach(async () => {
  test = await freshDatabase(resources);
  logged = [];
  vi.spyOn(logger, 'error').mockImplementation((message: unknown) => void logged.push(String(message)));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await test?.drop();
});

/** Seeds books: those of the config above, which the types of the product do not know. */
const seed = (...books: object[]) =>
  defineSeed('books' as 'users', (): SampleRecords => Object.fromEntries([['books', books]]))(
    test.database,
    resources,
  );
const stored = () =>
  test.database.query({
    sql: 'select title, number, loans, is_lent, bought_on::text from books order by title',
    parameters: [],
  });

describe('seeds', () => {
  it('write read-only fields too, and the defaults of omitted fields', async () => {
    const boughtOn = '2020-02-29';
    expect(
      await seed(
        { title: 'One', number: '2026-0001', loans: 7, isLent: true, boughtOn },
        { title: 'Two', number: '2026-0002' },
      ),
    ).toBe(true);
    const day = new Date().toISOString().slice(0, 10);
    expect(await stored()).toEqual([
      { title: 'One', number: '2026-0001', loans: 7, is_lent: true, bought_on: boughtOn },
      { title: 'Two', number: '2026-0002', loans: 0, is_lent: null, bought_on: day },
    ]);
    expect(logged).toEqual([]);
  });

  it('of a nonexistent resource add nothing, and say so', async () => {
    const samples = (): SampleRecords =>
      Object.fromEntries([
        ['books', [{ title: 'A' }]],
        ['boks', [{ title: 'B' }]],
      ]);
    expect(await defineSeed('books' as 'users', samples)(test.database, resources)).toBe(false);
    expect(logged).toEqual([expect.stringContaining('the resource boks does not exist')]);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['a wrong read-only value', { title: 'B', number: '2', loans: -1 }, /books, record 2: loans: /],
    ['a field that is required and missing', { number: '2' }, /books, record 2: title: /],
    ['a misspelt field', { title: 'B', number: '2', titel: 'x' }, /books, record 2: titel: /],
    ['a value that another record has', { title: 'A', number: '2' }, /books, record 2: title: /],
    ['a text that PostgreSQL cannot store', { title: 'B\0', number: '2' }, /books, record 2: title: /],
  ])('with %s add nothing, and say which record and field', async (_, book, message) => {
    expect(await seed({ title: 'A', number: '1' }, book)).toBe(false);
    expect(logged).toEqual([expect.stringMatching(message)]);
    expect(await stored()).toEqual([]);
  });
});
