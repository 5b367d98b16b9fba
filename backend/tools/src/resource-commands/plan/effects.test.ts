import { expect, test } from 'vitest';
import { type Context, clausesOf, effectsOf, needsRewrite } from './effects.ts';

const context: Context = {
  conversions: [
    { table: 'books', column: 'title', from: 'varchar(100)', to: 'varchar(200)' },
    { table: 'books', column: 'author', from: 'varchar(100)', to: 'varchar(50)' },
  ],
  dependents: {
    indexes: new Map([['books_title_order', 'books']]),
    foreignKeys: [
      { table: 'books', name: 'books_genre_id_foreign', columns: ['genre_id'], referenced: 'genres' },
    ],
  },
};
/** The effects, as `table lock work`. */
const effects = (sql: string) =>
  effectsOf(sql, context)?.map(({ table, lock, work }) => `${table} ${lock} ${work}`);

test.each([
  ['create table "loans" ("id" uuid not null);', []],
  ['drop table if exists "books" cascade;', ['books ACCESS EXCLUSIVE none', 'genres ACCESS EXCLUSIVE none']],
  ['alter table "books" add "pages" int null;', ['books ACCESS EXCLUSIVE none']],
  [
    `alter table "books" add "a" varchar(9) not null default 'x, not null', add "b" int null;`,
    ['books ACCESS EXCLUSIVE none'],
  ],
  ['alter table "books" add "a" int not null;', ['books ACCESS EXCLUSIVE scan']],
  [
    'alter table "books" add "a" uuid not null default gen_random_uuid();',
    ['books ACCESS EXCLUSIVE rewrite'],
  ],
  [
    'alter table "books" add "a" int null, add "b" text generated always as (left(fold("c"), 500)) stored null;',
    ['books ACCESS EXCLUSIVE rewrite'],
  ],
  [
    'alter table "books" alter column "title" type varchar(200) using ("title"::varchar(200));',
    ['books ACCESS EXCLUSIVE none'],
  ],
  ['alter table "books" alter column "author" type varchar(50);', ['books ACCESS EXCLUSIVE rewrite']],
  ['alter table "books" alter column "unknown" type int;', ['books ACCESS EXCLUSIVE rewrite']],
  ['alter table "books" alter column "title" set not null;', ['books ACCESS EXCLUSIVE scan']],
  [
    'alter table "books" drop column "genre_id";',
    ['books ACCESS EXCLUSIVE none', 'genres ACCESS EXCLUSIVE none'],
  ],
  [
    'alter table "books" drop constraint "books_genre_id_foreign";',
    ['books ACCESS EXCLUSIVE none', 'genres ACCESS EXCLUSIVE none'],
  ],
  [
    'alter table "books" add constraint "x" foreign key ("a") references "genres" ("id") on delete restrict;',
    ['books SHARE ROW EXCLUSIVE scan', 'genres SHARE ROW EXCLUSIVE none'],
  ],
  ['alter table "books" add constraint "x" check ("a" in (\'b\', \'c\'));', ['books ACCESS EXCLUSIVE scan']],
  ['create unique index "x" on "books" (left(fold("title"), 500));', ['books SHARE scan']],
  ['drop index "books_title_order";', ['books ACCESS EXCLUSIVE none']],
  ['drop index "unknown";', []],
  ['alter index "a" rename to "b";', []],
  [`update "history" set "resource" = 'a' where "resource" = 'b';`, ['history ROW EXCLUSIVE update']],
  ['do $guard$ begin from "books" group by 1; end $guard$;', ['books ACCESS SHARE scan']],
  ['alter table "books" rename column "a" to "b";', ['books ACCESS EXCLUSIVE none']],
  ['truncate books;', undefined],
  ['', undefined],
])('%s', (sql, expected) => {
  expect(effects(sql)).toEqual(expected);
});

test('clauses are split outside of parentheses, texts and names', () => {
  expect(clausesOf(`add "a,b" int, add c check (c in ('x, ''y', (1, 2))), drop d`)).toEqual([
    'add "a,b" int',
    `add c check (c in ('x, ''y', (1, 2)))`,
    'drop d',
  ]);
  expect(clausesOf('')).toEqual([]);
});

test.each([
  ['varchar(10)', 'varchar(20)', false],
  ['varchar(20)', 'varchar(10)', true],
  ['varchar(20)', 'varchar', false],
  ['varchar', 'varchar(10)', true],
  ['varchar(20)', 'text', false],
  ['text', 'varchar(20)', true],
  ['numeric(8,2)', 'numeric(10, 2)', false],
  ['numeric(8,2)', 'numeric(10, 3)', true],
  ['int', 'bigint', true],
  ['int', 'text', true],
])('a change from %s to %s rewrites rows: %s', (from, to, isRewritten) => {
  expect(needsRewrite({ from, to })).toBe(isRewritten);
});
