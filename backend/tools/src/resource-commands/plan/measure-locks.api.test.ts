import { freshDatabase, type TestDatabase } from '@bindery/backend/testing/database.ts';
import { decimal, defineResources, reference, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureLocks } from './plan-sql.ts';

const rights = { admin: ['read'] } as const;
const resources = defineResources({
  genres: { fields: { name: text() }, rights },
  books: {
    fields: {
      title: text({ max: 100 }),
      price: decimal({ precision: 8, scale: 2 }),
      genre: reference('genres'),
    },
    rights,
  },
});

let test: TestDatabase;
beforeAll(async () => {
  test = await freshDatabase(resources);
});
afterAll(() => test?.drop());

it.each([
  ['create table loans (id uuid not null)', []],
  ['alter table books add pages int null', ['books: ACCESS EXCLUSIVE']],
  ["alter table books add a varchar(9) not null default 'x'", ['books: ACCESS EXCLUSIVE']],
  [
    'alter table books add b uuid not null default gen_random_uuid()',
    ['books: ACCESS EXCLUSIVE, writes all rows again'],
  ],
  [
    'alter table books add c text generated always as (left(title, 9)) stored null',
    ['books: ACCESS EXCLUSIVE, writes all rows again'],
  ],
  ['alter table books drop column c', ['books: ACCESS EXCLUSIVE']],
  ['alter table books alter column pages set not null', ['books: ACCESS EXCLUSIVE, reads all rows']],
  ['alter table books alter column a type varchar(20)', ['books: ACCESS EXCLUSIVE']],
  ['alter table books alter column a type varchar(10)', ['books: ACCESS EXCLUSIVE, writes all rows again']],
  ['alter table books alter column pages type bigint', ['books: ACCESS EXCLUSIVE, writes all rows again']],
  ["alter table books add constraint x check (a in ('b', 'c'))", ['books: ACCESS EXCLUSIVE, reads all rows']],
  ['create index titles on books (title)', ['books: SHARE, reads all rows']],
  ['drop index titles', ['books: ACCESS EXCLUSIVE']],
  ["update books set a = 'b'", ['books: ROW EXCLUSIVE, changes some rows']],
  ['do $$ begin perform from books; end $$', ['books: ACCESS SHARE, reads all rows']],
  ['alter table books drop column genre_id', ['books: ACCESS EXCLUSIVE', 'genres: ACCESS EXCLUSIVE']],
  [
    'alter table books add d uuid references genres (id)',
    ['books: ACCESS EXCLUSIVE', 'genres: SHARE ROW EXCLUSIVE'],
  ],
  ['drop table genres cascade', ['books: ACCESS EXCLUSIVE', 'genres: ACCESS EXCLUSIVE']],
])('%s', async (sql, expected) => {
  const [change] = await measureLocks(test.database, [sql]);
  expect(change!.details).toEqual(expected);
  const blocks = expected.some((effect) => effect.includes('ACCESS EXCLUSIVE, '));
  expect(change!.verdict).toBe(blocks ? 'blocking' : 'safe');
});

it('reports no effects on a table that the migration itself creates', async () => {
  const changes = await measureLocks(test.database, ['create table t (a int)', 'alter table t add b int']);
  expect(changes.map(({ details }) => details)).toEqual([[], []]);
});
