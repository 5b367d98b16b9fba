import { Socket } from 'node:net';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freshDatabase, PATIENT_LIMITS, type TestDatabase } from '#backend/testing/database.ts';

// PGlite has a single connection; these tests need PostgreSQL.
describe.skipIf(!process.env.TEST_DATABASE_URL)('short reads on pipelined connections', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await freshDatabase();
  });

  afterAll(() => test?.drop());

  const pipelined = <Row extends object>(sql: string, parameters: unknown[] = [], table = '') =>
    test.database.query<Row>({ sql, parameters, mode: 'pipelined', table });

  it('each return their own rows, however many run at once', async () => {
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    const results = await Promise.all(
      numbers.map((number) => pipelined('select $1::int as number', [number])),
    );
    expect(results).toEqual(numbers.map((number) => [{ number }]));
  });

  it('fail alone: the others on the same connection succeed', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => pipelined('select 12 / $1::int as part', [index % 3])),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(4);
    const parts = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    expect(parts).toEqual(Array.from({ length: 8 }, (_, index) => ({ part: index % 2 ? 6 : 12 })));
  });

  // `pg` parses a statement once per connection, and forgets that it has when a run of that name fails.
  it('find their statement, however many of its first runs time out at a lock', async () => {
    const limits = { ...PATIENT_LIMITS, lockMs: 150 };
    const { database, url, drop } = await freshDatabase(lendingLibrary, limits);
    const locker = new pg.Client({ connectionString: url });
    await locker.connect();
    await locker.query('create table shelves (id int); insert into shelves values (7)');
    const read = () =>
      database
        .query<{ id: number }>({
          sql: 'select id from shelves where id = $1',
          parameters: [7],
          mode: 'pipelined',
          table: 'shelves',
        })
        .then(
          ([row]) => String(row?.id),
          (error: { code?: string; message: string }) => error.code ?? error.message,
        );
    await locker.query('begin; lock table shelves in access exclusive mode');
    const reads: Promise<string>[] = [];
    // Reads keep coming while earlier ones fail, and after the lock is released.
    for (let tick = 0; tick < 120; tick++) {
      reads.push(read(), read());
      if (tick === 60) await locker.query('rollback');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    // Either the lock timed out, or the row.
    expect(new Set(await Promise.all(reads))).toEqual(new Set(['55P03', '7']));
    await locker.end();
    await drop();
  });

  it('share writes to the socket if they come in one tick', async () => {
    await pipelined('select 1');
    const writes = vi.spyOn(Socket.prototype, '_writev');
    try {
      await Promise.all(Array.from({ length: 25 }, () => pipelined('select 1')));
      // Separately, each of them would be one.
      expect(writes.mock.calls.length).toBeLessThan(5);
    } finally {
      writes.mockRestore();
    }
  });

  it('of many tables use one connection, one after the other', async () => {
    const pids = new Set<unknown>();
    for (let table = 0; table < 12; table++) {
      const [row] = await pipelined<{ pid: number }>('select pg_backend_pid() as pid', [], `table ${table}`);
      pids.add(row?.pid);
    }
    expect(pids.size).toBe(1);
  });

  it('do not wait behind one of a locked table', async () => {
    const locker = new pg.Client({ connectionString: test.url });
    await locker.connect();
    await locker.query('begin; lock table books in access exclusive mode');
    const locked = pipelined('select 1 as one from books limit 1', [], 'books').then(() => 'books');
    const free = pipelined('select 1 as one', [], 'genres').then(() => 'genres');
    expect(await Promise.race([locked, free])).toBe('genres');
    await locker.query('rollback');
    expect(await locked).toBe('books');
    await locker.end();
  });

  it('continue after the server has closed their connections', async () => {
    await Promise.all(Array.from({ length: 9 }, () => pipelined('select 1')));
    const killer = new pg.Client({ connectionString: test.url });
    await killer.connect();
    await killer.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await killer.end();
    await expect.poll(() => pipelined('select 2 as two').catch(() => 'lost')).toEqual([{ two: 2 }]);
  });

  it('receive notifications again after their connection was lost', async () => {
    // A separate database: the other's pool may not have noticed yet that its connections were closed.
    const { database, drop } = await freshDatabase();
    const send = (sql: string) => database.query({ sql, parameters: [], mode: 'pipelined' });
    const received: unknown[] = [];
    await database.onNotification('test_channel', (payload) => received.push(payload));
    await send("select pg_notify('test_channel', 'one')");
    await expect.poll(() => received).toEqual(['one']);
    await send(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'listen "test_channel"%'`,
    ).catch(() => {});
    // First `undefined` for notifications that may have been missed, then new notifications.
    await expect.poll(() => received).toEqual(['one', undefined]);
    await send("select pg_notify('test_channel', 'two')");
    await expect.poll(() => received).toEqual(['one', undefined, 'two']);
    await drop();
  });
});
