import { expect, test } from 'vitest';
import { type ObservedClient, StatementLog, withoutValues } from './statement-log.ts';

/** A client that responds at once, with a promise or a callback, like the clients of both drivers. */
function client(): ObservedClient {
  const query: ObservedClient['query'] = (requested, ...rest) => {
    const done = rest.at(-1);
    if (typeof done === 'function') return done(null, requested);
    return requested === 'wrong' ? Promise.reject(new Error('wrong')) : Promise.resolve(requested);
  };
  return { query, transaction: (work) => work({ query }) };
}

const noted = (log: StatementLog) => log.slowest().map(({ sql, count }) => [sql, count]);

test('statements are counted by their text: in transactions, with callbacks and after failures', async () => {
  const log = new StatementLog();
  const observed = client();
  log.observeClient(observed);
  expect(await observed.query('select a', [7])).toBe('select a');
  await observed.query({ text: 'select a' }, ['other']);
  await expect(observed.query('wrong')).rejects.toThrow('wrong');
  await observed.transaction?.(async (inside) => inside.query('insert'));
  const responses: unknown[] = [];
  observed.query('update', [], (_: unknown, response: unknown) => responses.push(response));
  expect(responses).toEqual(['update']);
  const expected = [
    ['insert', 1],
    ['select a', 2],
    ['update', 1],
    ['wrong', 1],
  ];
  expect(noted(log).toSorted()).toEqual(expected);
});

test('the slowest in total are first, and transaction bounds and the job queue are ignored', () => {
  const log = new StatementLog();
  for (const sql of ['begin', 'COMMIT', 'select * from pgboss.job', 'set search_path = x']) log.add(sql, 99);
  log.add('once', 5);
  for (const ms of [1, 4, 3]) log.add('often', ms);
  expect(log.slowest()).toEqual([
    { sql: 'often', count: 3, totalMs: 8, longestMs: 4 },
    { sql: 'once', count: 1, totalMs: 5, longestMs: 5 },
  ]);
});

test.each([
  'create table "loans" ("id" uuid)',
  '\n  ALTER TABLE "loans" add "fine" integer',
  'drop index "loans_fine_order"',
  'comment on table loans is 1',
  'WITH next AS (SELECT id FROM "pgboss"."job") UPDATE pgboss.job SET state = 1',
  'select "m0".* from "migrations" as "m0" order by "m0"."id" asc',
  `select 1 from information_schema.tables where table_name = 'migrations'`,
  'update write_events set due_at = now() where position in (select 1 for update skip locked)',
])('table changes and queue polling are ignored: %s', (sql) => {
  const log = new StatementLog();
  log.add(sql, 99);
  log.add('update "created" set "alter" = 1', 1);
  expect(noted(log)).toEqual([['update "created" set "alter" = ?', 1]]);
});

test('the statements of a report are not recorded, and concurrent ones are', async () => {
  const log = new StatementLog();
  const observed = client();
  log.observeClient(observed);
  const others = log.unnoted(async () => {
    await observed.query('report');
    await observed.transaction?.(async (inside) => inside.query('report'));
    observed.query('report', [], () => undefined);
  });
  await Promise.all([others, observed.query('select a')]);
  expect(noted(log)).toEqual([['select a', 1]]);
});

test('among very many statements the most recent ones are stored', () => {
  const log = new StatementLog();
  log.add('old', 1000);
  log.add('used', 1);
  for (let number = 0; number < 299; number++) {
    log.add(`select a${number}`, 1);
    log.add('used', 1);
  }
  const kept = log.slowest().map(({ sql }) => sql);
  expect(kept).toHaveLength(300);
  expect(kept).toContain('used');
  expect(kept).not.toContain('old');
});

test.each([
  [`select * from "users" where "email" = 'ann@example.com'`, `select * from "users" where "email" = ?`],
  [`select 'It''s', 'قصة 📚', "t2"."name" from "t2" limit 20`, `select ?, ?, "t2"."name" from "t2" limit ?`],
  [
    'insert into "a" ("b") values (\'x\', null, 7, true, $5), (\'y\', 1.5, -3, false, $10)',
    'insert into "a" ("b") values (…), …',
  ],
  ['select $1, column1 from a where b is null', 'select $1, column1 from a where b is null'],
  ['select id from a where b in ($1, $2, $3, $4, $5)', 'select id from a where b in (…)'],
])('no value of a statement is stored: %s', (sql, kept) => {
  expect(withoutValues(sql)).toBe(kept);
});

test('a very long statement is truncated', () => {
  expect(withoutValues('a'.repeat(1_000_000))).toHaveLength(4_000);
  expect(withoutValues(`select '${"''".repeat(500_000)}'`)).toBe('select ?');
});
