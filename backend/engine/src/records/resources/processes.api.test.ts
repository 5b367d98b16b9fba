import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedCatalogue } from '#backend/testing/seed-catalogue.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { openSession } from '#backend/testing/session-fixtures.ts';

// PGlite allows only one process, so these tests need PostgreSQL.
describe.skipIf(!process.env.TEST_DATABASE_URL)('two servers on one database', () => {
  let first: TestServer;
  let second: string;
  let cookie: string;

  beforeAll(async () => {
    first = await startServer();
    await seedCatalogue(first.database);
    second = await first.sibling();
    cookie = await openSession(first, ADMIN);
  });

  afterAll(() => first?.close());

  const call = (at: string, path: string, method = 'GET', json?: object) =>
    fetch(at + path, {
      method,
      headers: { cookie, origin: first.url, 'content-type': 'application/json' },
      ...(json && { body: JSON.stringify(json) }),
    });
  const total = async (at: string) =>
    Number((await call(at, '/api/books?_end=1')).headers.get('x-total-count'));
  const add = async (at: string, title: string) => {
    const [genre] = (await (await call(at, '/api/genres')).json()) as { id: string }[];
    return call(at, '/api/books', 'POST', { title, author: 'Two', genre: genre!.id });
  };

  it('return the same total, whichever of them writes', async () => {
    expect([await total(first.url), await total(second)]).toEqual([100, 100]);
    await add(first.url, 'From the first');
    expect(await total(first.url)).toBe(101);
    await expect.poll(() => total(second)).toBe(101);
    const made = (await (await add(second, 'From the second')).json()) as { id: string };
    expect(await total(second)).toBe(102);
    await expect.poll(() => total(first.url)).toBe(102);
    await call(first.url, `/api/books/${made.id}`, 'DELETE');
    await expect.poll(() => total(second)).toBe(101);
  });

  it('create a duplicate only once when both receive it concurrently', async () => {
    const responses = await Promise.all([first.url, second].map((at) => add(at, 'The same')));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('return the correct total after many writes on both', async () => {
    const before = await total(first.url);
    const titles = Array.from({ length: 20 }, (_, index) => `Many ${index}`);
    await Promise.all(titles.map((title, index) => add(index % 2 ? first.url : second, title)));
    for (const at of [first.url, second]) await expect.poll(() => total(at)).toBe(before + 20);
  });
});
