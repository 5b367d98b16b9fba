import { Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freshDatabase, type TestDatabase } from '#backend/testing/database.ts';

// PGlite has a single connection; these tests need PostgreSQL.
describe.skipIf(!process.env.TEST_DATABASE_URL)('short reads on pipelined connections', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await freshDatabase();
  });

  afterAll(() => test?.drop());

  const pipelined = <Row extends object>(sql: string, parameters: unknown[] = []) =>
    test.database.query<Row>({ sql, parameters, mode: 'pipelined' });

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

  it('share writes to the socket if they come in one tick', async () => {
    await pipelined('select 1');
    const writes = vi.spyOn(Socket.prototype, '_writev');
    try {
      await Promise.all(Array.from({ length: 25 }, () => pipelined('select 1')));
      // Alone, each of them would be one.
      expect(writes.mock.calls.length).toBeLessThan(5);
    } finally {
      writes.mockRestore();
    }
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
    // A database of its own: the other's pool may not have noticed yet that its connections were closed.
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
