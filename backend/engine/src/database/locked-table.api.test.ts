import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedCatalogue } from '#backend/testing/seed-catalogue.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { openSession } from '#backend/testing/session-fixtures.ts';

const LOCK_MS = 10_000;

// PGlite has a single connection, so nothing else could hold a lock.
describe.skipIf(!process.env.TEST_DATABASE_URL)('a locked table', () => {
  let server: TestServer;
  let cookie: string;
  let locker: pg.Client;
  let genre: string;
  let reader: string;

  beforeAll(async () => {
    // A long limit, so that a request that waits for the lock clearly differs from a slow one.
    server = await startServer({ DATABASE_LOCK_TIMEOUT_MS: String(LOCK_MS) });
    await seedCatalogue(server.database);
    cookie = await openSession(server, ADMIN);
    [genre, reader] = await Promise.all([
      firstId('/api/genres?_end=1'),
      firstId('/api/users?q=user@example.com'),
    ]);
    locker = new pg.Client({ connectionString: server.settings.databaseUrl });
    await locker.connect();
  });

  afterAll(async () => {
    await locker?.end();
    await server?.close();
  });

  const call = async (path: string, { method = 'GET', json }: { method?: string; json?: object } = {}) => {
    const began = performance.now();
    const response = await fetch(server.url + path, {
      method,
      headers: { cookie, origin: server.url, 'content-type': 'application/json' },
      ...(json && { body: JSON.stringify(json) }),
    });
    const body = await response.json();
    return {
      status: response.status,
      code: (body as { code?: string }).code,
      retryAfter: response.headers.get('retry-after'),
      ms: performance.now() - began,
      body,
    };
  };
  const firstId = async (path: string) => ((await call(path)).body as { id: string }[])[0]!.id;
  const times = (count: number, path: string, how?: { method?: string; json?: object }) =>
    Array.from({ length: count }, () => call(path, how));

  it('delays neither sessions, nor pages, nor other tables, and its own requests get 503', async () => {
    await locker.query('begin; lock table books in access exclusive mode');
    const json = { title: 'Stuck', author: 'Nobody', genre };
    const stuck = [
      ...times(60, '/api/books'),
      ...times(20, '/api/books?q=the'),
      ...times(20, '/api/books?_sort=genre'),
      ...times(20, `/api/books?genre=${genre}`),
      ...times(30, '/api/books', { method: 'POST', json }),
    ];
    const others = await Promise.all([
      call('/api/fn/init'),
      call('/api/genres'),
      call(`/api/genres/${genre}`),
      call('/api/genres?name_like=o'),
      call('/api/users?_sort=email'),
      call('/api/users?role=admin'),
      call(`/api/users/${reader}/history`),
      call(`/api/users/${reader}`, { method: 'PATCH', json: { name: 'Not held up' } }),
      call('/api/account/sessions'),
    ]);
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
    expect(Math.max(...others.map(({ ms }) => ms))).toBeLessThan(LOCK_MS - 1_000);
    const ended = await Promise.all(stuck);
    expect(new Set(ended.map(({ status, code }) => `${status} ${code}`))).toEqual(
      new Set(['503 UNAVAILABLE']),
    );
    expect(ended.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
    expect(Math.max(...ended.map(({ ms }) => ms))).toBeLessThan(3 * LOCK_MS);
    await locker.query('rollback');
    await expect.poll(async () => (await call('/api/books')).status).toBe(200);
  });

  it('is waited for if the lock is released soon', async () => {
    await locker.query('begin; lock table genres in access exclusive mode');
    const reading = call('/api/genres');
    const listing = call('/api/books?_sort=genre');
    await expect.poll(waiting).toBeGreaterThan(1);
    await locker.query('rollback');
    expect([(await reading).status, (await listing).status]).toEqual([200, 200]);
  });

  const waiting = async () => {
    const { rows } = await locker.query('select count(*)::int as n from pg_locks where not granted');
    return rows[0].n;
  };
});
