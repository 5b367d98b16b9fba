import type { HistoryChange } from '@bindery/contract/records/resources/history.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { seedCatalogue } from '#backend/testing/seed-catalogue.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { openSession } from '#backend/testing/session-fixtures.ts';

interface Item {
  readonly id: string;
  readonly updatedAt: string;
}

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startServer();
  await seedCatalogue(server.database);
  cookie = await openSession(server, ADMIN);
});

afterAll(() => server?.close());
afterEach(() => vi.useRealTimers());

const call = async (method: string, path: string, json?: object) => {
  const response = await fetch(server.url + path, {
    method,
    headers: { cookie, origin: server.url, 'content-type': 'application/json' },
    ...(json && { body: JSON.stringify(json) }),
  });
  expect(response.status).toBeLessThan(300);
  return response.status === 204 ? undefined : response.json();
};

/** Clock offsets: of the server, and of the database, as if its clock had been set back since. */
const clocks = [0, -3_600_000, 3_600_000, -60_000];
const setClock = (difference: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + difference });
const setBackDatabase = (table: string, id: string) =>
  server.database.execute({
    sql: `update ${table} set updated_at = now() + interval '1 hour' where id = $1`,
    parameters: [id],
  });

const isIncreasing = (moments: readonly string[]) =>
  expect(moments).toEqual([...new Set(moments)].toSorted());

describe('the timestamps of a record', () => {
  it('only increase, whatever the clock of the writing server: of a book', async () => {
    const [genre] = (await call('GET', '/api/genres?_end=1')) as Item[];
    setClock(3_600_000);
    const made: Item = await call('POST', '/api/books', { title: 'Clock 0', author: 'A', genre: genre!.id });
    const moments = [made.updatedAt];
    for (const [index, clock] of clocks.entries()) {
      setClock(clock);
      const changed: Item = await call('PATCH', `/api/books/${made.id}`, { title: `Clock ${index + 1}` });
      moments.push(changed.updatedAt);
    }
    isIncreasing(moments);
    const history: HistoryChange[] = await call('GET', `/api/books/${made.id}/history`);
    expect(history.map(({ changes }) => changes.title?.after)).toEqual([
      ...clocks.map((_, index) => `Clock ${clocks.length - index}`),
      'Clock 0',
    ]);
    isIncreasing(history.map(({ at }) => at).toReversed());
  });

  it('only increase, whatever the clock of the writing server: of a user, also through better-auth', async () => {
    const made: Item = await call('POST', '/api/users', { email: 'clock@example.com' });
    const moments = [made.updatedAt];
    for (const [index, clock] of clocks.entries()) {
      setClock(clock);
      // better-auth writes a ban.
      await call('POST', `/api/users/${made.id}/ban`, { reason: `Clock ${index}` });
      moments.push(((await call('GET', `/api/users/${made.id}`)) as Item).updatedAt);
    }
    isIncreasing(moments);
    const history: HistoryChange[] = await call('GET', `/api/users/${made.id}/history`);
    expect(history.map(({ changes }) => changes.banReason?.after).slice(0, clocks.length)).toEqual(
      clocks.map((_, index) => `Clock ${clocks.length - 1 - index}`),
    );
    isIncreasing(history.map(({ at }) => at).toReversed());
  });

  it("only increase, also after the database's own clock was set back", async () => {
    const [book] = (await call('GET', '/api/books?_end=1')) as Item[];
    await setBackDatabase('books', book!.id);
    const before: Item = await call('GET', `/api/books/${book!.id}`);
    const after: Item = await call('PATCH', `/api/books/${book!.id}`, { publisher: 'Set back' });
    expect(after.updatedAt > before.updatedAt).toBe(true);
  });
});
