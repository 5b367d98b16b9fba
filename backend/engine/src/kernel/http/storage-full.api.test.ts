import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedCatalogue } from '#backend/testing/seed-catalogue.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startServer();
  await seedCatalogue(server.database);
  cookie = await server.signIn(ADMIN);
  const run = (sql: string) => server.database.execute({ sql, parameters: [] });
  // PostgreSQL's error when a file cannot grow any further.
  await run(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  for (const table of ['books', 'users', 'sessions', 'verifications', 'rate_limit_counters'])
    await run(`create trigger refuse before insert or update on ${table} execute function refuse()`);
});

afterAll(() => server?.close());

const call = async (method: string, path: string, json?: object) => {
  const response = await fetch(server.url + path, {
    method,
    headers: { cookie, origin: server.url, 'content-type': 'application/json' },
    ...(json && { body: JSON.stringify(json) }),
  });
  return { status: response.status, body: await response.json() };
};

describe('a database whose disk is full', () => {
  const first = async (path: string) => (await call('GET', path)).body[0];

  it.each([
    ['a record that is added', 'POST', '/api/books', { title: 'T', author: 'A', genre: '' }],
    ['a record that is changed', 'PATCH', '/api/books/:book', { title: 'T' }],
    ['a user who is added', 'POST', '/api/users', { email: 'full@example.com' }],
    ['a user whom sign-in changes', 'POST', '/api/auth/update-user', { name: 'Full' }],
    [
      'a requested code',
      'POST',
      '/api/auth/email-otp/send-verification-otp',
      { email: ADMIN, type: 'sign-in' },
    ],
  ])('rejects %s with its own error code', async (_, method, path, json) => {
    const [book, genre] = await Promise.all([first('/api/books'), first('/api/genres')]);
    const values = 'genre' in json ? { ...json, genre: genre.id } : json;
    const response = await call(method, path.replace(':book', book.id), values);
    expect(response).toMatchObject({
      status: 507,
      body: { code: 'STORAGE_FULL', requestId: expect.any(String) },
    });
  });

  it('still serves reads', async () => {
    expect((await call('GET', '/api/books')).status).toBe(200);
    expect((await call('GET', '/api/fn/init')).body).toMatchObject({ session: { user: { email: ADMIN } } });
  });
});
