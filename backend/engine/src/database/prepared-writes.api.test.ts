import { setImmediate } from 'node:timers/promises';
import { type CompiledQuery, type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestDatabase } from '#backend/testing/database.ts';
import type { Tables } from './connection.ts';

// PGlite prepares nothing.
describe.skipIf(!process.env.TEST_DATABASE_URL)('a statement of a write', () => {
  let test: TestDatabase;
  let runPrepared: typeof import('./query.ts').runPrepared;
  let runAhead: typeof import('./query.ts').runAhead;

  beforeAll(async () => {
    // A process prepares a limited number of texts, which the test files before this one may have used up.
    vi.resetModules();
    const { freshDatabase } = await import('#backend/testing/database.ts');
    ({ runPrepared, runAhead } = await import('./query.ts'));
    test = await freshDatabase();
  });

  afterAll(() => test?.drop());

  const within = <Result>(work: (db: Kysely<Tables>) => Promise<Result>) =>
    test.database.em().transactional((em) => work(em.getKysely<Tables>()));
  /** Returns how often the connection of a transaction has run a prepared statement with this text. */
  const runsOf = async (db: Kysely<Tables>, text: string) => {
    const { rows } = await sql<{ runs: number }>`select (generic_plans + custom_plans)::int as runs
      from pg_prepared_statements where statement = ${text}`.execute(db);
    return rows.map(({ runs }) => runs);
  };
  const parts = (db: Kysely<Tables>, by: number): CompiledQuery<{ part: number }> =>
    sql<{ part: number }>`select 12 / ${by}::int as part`.compile(db);

  it('is prepared once for all its runs on the connection of a transaction', async () => {
    const runs = await within(async (db) => {
      for (const by of [2, 3]) expect(await runPrepared(db, parts(db, by))).toEqual([{ part: 12 / by }]);
      return runsOf(db, parts(db, 1).sql);
    });
    expect(runs).toEqual([2]);
  });

  it('is the same prepared one as outside of transactions', async () => {
    const text = 'select $1::int + 1 as next';
    await within((db) => runPrepared(db, sql`select ${1}::int + 1 as next`.compile(db)));
    expect(await test.database.execute({ sql: text, parameters: [2] })).toEqual([{ next: 3 }]);
    expect(await within((db) => runsOf(db, text))).toEqual([2]);
  });

  it('has released its locks when its error is thrown', async () => {
    const { execute } = test.database;
    const run = (text: string) => execute<{ isFree: boolean }>({ sql: text, parameters: [] });
    // PostgreSQL takes a millisecond to release so many.
    const locks =
      'select bool_and(pg_try_advisory_xact_lock(n)) as "isFree" from generate_series(1, 2000) as n';
    for (let time = 0; time < 30; time++) {
      // The next statement may use another connection, which must not have to be opened first.
      await Promise.all([run('select pg_sleep(0.01)'), run('select pg_sleep(0.01)')]);
      const failed = run(`select 1 / (case when "isFree" then 0 else 1 end) from (${locks}) as held`);
      await expect(failed).rejects.toThrow('division by zero');
      expect(await run(locks)).toEqual([{ isFree: true }]);
    }
  });

  it('runs again after one that was rejected, in the transaction and after it', async () => {
    const rejected = within(async (db) => {
      await sql`savepoint before`.execute(db);
      await expect(runPrepared(db, parts(db, 0))).rejects.toThrow('division by zero');
      await sql`rollback to savepoint before`.execute(db);
      expect(await runPrepared(db, parts(db, 4))).toEqual([{ part: 3 }]);
      return runPrepared(db, parts(db, 0));
    });
    await expect(rejected).rejects.toThrow('division by zero');
    expect(await within((db) => runPrepared(db, parts(db, 6)))).toEqual([{ part: 2 }]);
  });

  it('of extension code in the same transaction is planned for its values', async () => {
    const runs = await within(async (db) => {
      await sql`select ${'own'}::text as own`.execute(db);
      return runsOf(db, 'select $1::text as own');
    });
    expect(runs).toEqual([]);
  });

  it('is sent with the next one of the transaction if no caller needs its rows', async () => {
    const found = await within(async (db) => {
      await runAhead(db, parts(db, 1));
      return runsOf(db, parts(db, 1).sql);
    });
    expect(found[0]).toBeGreaterThan(0);
  });

  it('that was sent with the next one has it rejected, but not the rollback to a savepoint', async () => {
    const result = await within(async (db) => {
      await sql`savepoint before`.execute(db);
      await runAhead(db, parts(db, 0));
      await setImmediate();
      await expect(runPrepared(db, parts(db, 1))).rejects.toThrow('division by zero');
      await runAhead(db, parts(db, 1));
      await sql`rollback to savepoint before`.execute(db);
      return runPrepared(db, parts(db, 1));
    });
    expect(result).toEqual([{ part: 12 }]);
  });

  it('that fails as the last one of a transaction fails its commit', async () => {
    await expect(within((db) => runAhead(db, parts(db, 0)))).rejects.toThrow('division by zero');
  });

  it('may follow the rows of a cursor, with which a transaction starts', async () => {
    const read = await within(async (db) => {
      const rows: number[] = [];
      const numbers = db.selectNoFrom(sql<number>`generate_series(1, 3)`.as('number'));
      for await (const { number } of numbers.stream(1)) rows.push(number);
      await runAhead(db, parts(db, 12));
      return [rows, await runPrepared(db, parts(db, 3))];
    });
    expect(read).toEqual([[1, 2, 3], [{ part: 4 }]]);
  });
});
