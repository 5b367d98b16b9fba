import type { Dashboard } from '@bindery/contract/api/dashboard.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertGenre } from '#backend/testing/insert-genre.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';

let server: TestServer;
let admin: string;

beforeAll(async () => {
  server = await startServer();
  admin = await server.signIn(ADMIN);
});

afterAll(() => server?.close());

const dashboard = async (cookie: string): Promise<Dashboard> =>
  (await fetch(`${server.url}/api/dashboard`, { headers: { cookie } })).json();

const write = async (method: string, path: string, json?: object) => {
  const headers = { cookie: admin, origin: server.url, 'content-type': 'application/json' };
  const response = await fetch(server.url + path, {
    method,
    headers,
    ...(json && { body: JSON.stringify(json) }),
  });
  return response.status === 204 ? undefined : response.json();
};

const genre = (name: string) => insertGenre(server.database, name);

describe('the dashboard of the manager', () => {
  it('is only for users who may open the manager', async () => {
    const user = await server.signIn('reader@example.com');
    const status = async (cookie?: string) =>
      (await fetch(`${server.url}/api/dashboard`, cookie ? { headers: { cookie } } : {})).status;
    expect([await status(), await status(user), await status(admin)]).toEqual([401, 403, 200]);
  });

  it('shows the number of records of every resource, updated by every write', async () => {
    const total = async () =>
      (await dashboard(admin)).totals.find(({ resource }) => resource === 'books')?.total;
    const before = await total();
    const book = await write('POST', '/api/books', {
      title: 'Petals of Blood',
      author: 'Ngũgĩ',
      genre: await genre('Novel'),
    });
    expect(await total()).toBe(before! + 1);
    await write('DELETE', `/api/books/${book.id}`);
    expect(await total()).toBe(before);
  });

  it('shows the number of books by genre, the largest first', async () => {
    const [poetry, essays] = [await genre('Poetry'), await genre('Essays')];
    for (const [title, of] of [
      ['A', poetry],
      ['B', poetry],
      ['C', essays],
    ] as const)
      await write('POST', '/api/books', { title, author: 'Somebody', genre: of });
    const [breakdown] = (await dashboard(admin)).breakdowns;
    expect(breakdown).toEqual({
      resource: 'books',
      field: 'genre',
      parts: [
        { id: poetry, label: 'Poetry', total: 2 },
        { id: essays, label: 'Essays', total: 1 },
      ],
    });
  });

  it('leaves out the breakdown of books if every visible part is a single book', async () => {
    const books = await (await fetch(`${server.url}/api/books`, { headers: { cookie: admin } })).json();
    for (const { id } of books) await write('DELETE', `/api/books/${id}`);
    for (let place = 0; place < 12; place++) {
      const of = await genre(`Genre ${place}`);
      await write('POST', '/api/books', { title: `Only ${place}`, author: 'Somebody', genre: of });
    }
    const { breakdowns } = await dashboard(admin);
    expect(breakdowns.map(({ resource }) => resource)).not.toContain('books');
  });

  it('shows the latest changes, also of deleted records', async () => {
    const book = await write('POST', '/api/books', {
      title: 'Maru',
      author: 'Bessie Head',
      genre: await genre('Fable'),
    });
    await write('PATCH', `/api/books/${book.id}`, { title: 'Maru, again' });
    await write('DELETE', `/api/books/${book.id}`);
    const { latest } = await dashboard(admin);
    expect(latest.slice(0, 3).map(({ action, label }) => ({ action, label }))).toEqual([
      { action: 'delete', label: 'Maru, again' },
      { action: 'update', label: 'Maru, again' },
      { action: 'create', label: 'Maru, again' },
    ]);
    expect(latest[0]).toMatchObject({ resource: 'books', recordId: book.id, actor: { label: ADMIN } });
  });

  it('shows a batch once among the latest changes, with its number', async () => {
    const books = await (
      await fetch(`${server.url}/api/books?_end=12`, { headers: { cookie: admin } })
    ).json();
    const select = { ids: books.map(({ id }: { id: string }) => id) };
    await write('POST', '/api/books/bulk', { select, action: 'update', values: { publisher: 'One batch' } });
    const { latest } = await dashboard(admin);
    expect(latest).toHaveLength(10);
    expect(latest[0]).toMatchObject({ action: 'update', batchSize: select.ids.length });
    expect(latest.filter(({ batch }) => batch === latest[0]!.batch)).toHaveLength(1);
  });

  it('omits impersonation by an admin from the latest changes, as it changes nothing', async () => {
    const user = await write('POST', '/api/users', { email: 'ada@example.com' });
    const acting = await fetch(`${server.url}/api/users/${user.id}/impersonate`, {
      method: 'POST',
      headers: { cookie: admin, origin: server.url },
    });
    expect(acting.status).toBe(204);
    const { latest } = await dashboard(admin);
    expect(latest.filter(({ recordId }) => recordId === user.id)).toMatchObject([{ action: 'create' }]);
  });

  it('shows the number of sign-ins in the last thirty days', async () => {
    const today = async () => (await dashboard(admin)).signIns.at(-1);
    const before = await today();
    await server.signIn('another@example.com');
    expect(await today()).toEqual({
      day: new Date().toISOString().slice(0, 10),
      count: before!.count + 1,
      before: 0,
    });
    expect((await dashboard(admin)).signIns).toHaveLength(30);
  });

  it('compares what is new with the thirty days before', async () => {
    const books = async () => (await dashboard(admin)).totals.find(({ resource }) => resource === 'books')!;
    const before = await books();
    const made = async (title: string, days: number) => {
      const { id } = await write('POST', '/api/books', { title, author: 'New', genre: await genre(title) });
      await server.database.execute({
        sql: "update books set created_at = now() - $2 * interval '1 day' where id = $1",
        parameters: [id, days],
      });
    };
    for (const [title, days] of [
      ['N1', 1],
      ['N2', 29],
      ['N3', 31],
      ['N4', 61],
    ] as const)
      await made(title, days);
    expect(await books()).toEqual({
      resource: 'books',
      total: before.total + 4,
      created: before.created + 2,
      createdBefore: before.createdBefore + 1,
    });
    const signInsBefore = async () => (await dashboard(admin)).signInsBefore;
    const earlier = await signInsBefore();
    await server.signIn('earlier@example.com');
    await server.database.execute({
      sql: "update history set at = now() - interval '40 days' where resource = 'sessions' and at = (select max(at) from history where resource = 'sessions')",
      parameters: [],
    });
    expect(await signInsBefore()).toBe(earlier! + 1);
    // 40 days ago is 30 days before the day that is ten days ago.
    expect((await dashboard(admin)).signIns.at(-11)?.before).toBe(1);
  });

  it('counts each user who needs attention once, unless the user is new', async () => {
    const before = (await dashboard(admin)).users!;
    const { id } = await write('POST', '/api/users', { email: 'attention@example.com' });
    const after = async (statement: string) => {
      await server.database.execute({ sql: `update users set ${statement} where id = $1`, parameters: [id] });
      return (await dashboard(admin)).users;
    };
    expect((await dashboard(admin)).users).toEqual(before);
    const notVerified = { ...before, notVerified: before.notVerified + 1 };
    expect(await after("created_at = now() - interval '25 hours'")).toEqual(notVerified);
    const notOnboarded = { ...before, notOnboarded: before.notOnboarded + 1 };
    expect(await after('email_verified = true')).toEqual(notOnboarded);
    expect(await after('onboarded_at = now()')).toEqual(before);
    await write('POST', `/api/users/${id}/ban`, {});
    const banned = { ...before, banned: before.banned + 1 };
    expect(await after('onboarded_at = null')).toEqual(banned);
  });
});
