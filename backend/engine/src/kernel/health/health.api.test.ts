import { product } from '@bindery/contract/api/product.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startServer, type TestServer } from '#backend/testing/server.ts';
import { clocksAgree, warnOfClockDifference } from './readiness.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server?.close());
afterEach(() => vi.useRealTimers());

const ask = async (check: 'live' | 'ready', headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}/api/health/${check}`, { headers });
  return {
    status: response.status,
    body: await response.json(),
    cache: response.headers.get('cache-control'),
  };
};

const ready = (others: object = {}) => ({
  database: 'ok',
  migrations: 'ok',
  mail: 'ok',
  clock: 'ok',
  ...others,
});

/** Waits for an uncached result: results are cached for a second. */
const becomes = (status: number, checks: object) =>
  expect
    .poll(() => ask('ready').then(({ status, body: { checks } }) => ({ status, checks })))
    .toEqual({ status, checks });

/** Sets the clock of this process, which the server uses but PostgreSQL does not. */
const setClock = (differenceMs: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + differenceMs });

describe('the health of a server', () => {
  it('is live without a session, and with an invalid cookie', async () => {
    const live = { status: 200, body: { status: 'live' }, cache: 'no-store' };
    expect(await ask('live')).toEqual(live);
    expect(await ask('live', { cookie: `${product().slug}.session_token=x.y` })).toEqual(live);
  });

  it('is ready, and reveals only whether each check passed', async () => {
    expect(await ask('ready')).toEqual({
      status: 200,
      body: { status: 'ready', checks: ready() },
      cache: 'no-store',
    });
  });

  it('is not ready while a known migration has not run', async () => {
    const run = (sql: string) => server.database.execute<{ name: string }>({ sql, parameters: [] });
    const [row] = await run(
      'delete from migrations where id = (select max(id) from migrations) returning name',
    );
    await becomes(503, ready({ migrations: 'failed' }));
    await run(`insert into migrations (name) values ('${row!.name}')`);
    await becomes(200, ready());
  });
});

// PGlite runs in this process and has the same clock.
describe.skipIf(!process.env.TEST_DATABASE_URL)("a server's clock", () => {
  it.each([-31_500, 31_500])(
    'that differs by %i ms from the database’s makes it not ready until it is corrected',
    async (ms) => {
      setClock(ms);
      await becomes(503, ready({ clock: 'failed' }));
      vi.useRealTimers();
      await becomes(200, ready());
    },
  );

  it('may differ by some seconds', async () => {
    setClock(-25_000);
    expect(await clocksAgree(server.database)).toBe(true);
  });

  it.each([
    [-90_000, 'behind'],
    [90_000, 'ahead of'],
  ])('is logged on one line at startup if it differs by %i ms', async (ms, side) => {
    const { logged } = await startLogOf(ms);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(new RegExp(`this machine's clock is (89|90|91) s ${side} the database's`));
  });

  const startLogOf = async (ms: number) => {
    const logged: string[] = [];
    setClock(ms);
    await warnOfClockDifference(server.database, (line) => logged.push(line));
    return { logged };
  };
});
