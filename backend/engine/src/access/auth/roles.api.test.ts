import { townLibrary } from '@bindery/contract/testing/town-library.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';

let server: TestServer;
const cookies: Record<string, string> = {};

beforeAll(async () => {
  server = await startServer({}, townLibrary);
  cookies.chief = await server.signIn(ADMIN);
  for (const role of ['reader', 'librarian']) cookies[role] = await server.signIn(`${role}@example.com`);
  await setRole('librarian@example.com', 'librarian');
});
afterAll(() => server?.close());

const setRole = (email: string, role: string) =>
  server.database.kysely.updateTable('users').set({ role }).where('email', '=', email).execute();

const call = async (role: string | undefined, endpoint: `${string} /${string}`, json?: object) => {
  const [method = '', path = ''] = endpoint.split(' ');
  const response = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: {
      origin: server.url,
      'content-type': 'application/json',
      ...(role && { cookie: cookies[role]! }),
    },
    ...(json && { body: JSON.stringify(json) }),
  });
  const body = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    location: response.headers.get('location'),
    body: isJson ? JSON.parse(body) : body,
  };
};

const userId = async (email: string): Promise<string> =>
  (await call('chief', `GET /api/users?email=${email}`)).body[0].id;

describe('the roles of a config', () => {
  it('are those of the first admin and of new users', async () => {
    const roles = (await call('chief', 'GET /api/users?_sort=email')).body.map(
      ({ email, role }: { email: string; role: string }) => [email, role],
    );
    expect(roles).toEqual([
      [ADMIN, 'chief'],
      ['librarian@example.com', 'librarian'],
      ['reader@example.com', 'reader'],
    ]);
  });

  it('decide who enters the manager, and where signing in leads', async () => {
    const pages = async (role: string | undefined) => [
      (await call(role, 'GET /manager/books')).status,
      (await call(role, 'GET /login')).location,
    ];
    expect(await pages('chief')).toEqual([200, '/manager']);
    expect(await pages('librarian')).toEqual([200, '/manager']);
    expect(await pages('reader')).toEqual([403, '/app']);
    expect(await pages(undefined)).toEqual([302, null]);
    expect((await call('librarian', 'GET /api/dashboard')).status).toBe(200);
    expect((await call('reader', 'GET /api/dashboard')).status).toBe(403);
  });

  it('decide who administers users', async () => {
    const id = await userId('reader@example.com');
    for (const endpoint of [`POST /api/users/${id}/ban`, `POST /api/users/${id}/impersonate`] as const)
      expect((await call('librarian', endpoint, {})).status).toBe(403);
    expect((await call('librarian', `PATCH /api/users/${id}`, { role: 'chief' })).status).toBe(403);
    expect((await call('chief', `PATCH /api/users/${id}`, { role: 'librarian' })).status).toBe(200);
    expect((await call('chief', `PATCH /api/users/${id}`, { role: 'reader' })).body.role).toBe('reader');
  });

  it('are the only ones that a user can have', async () => {
    const id = await userId('reader@example.com');
    expect(await call('chief', `PATCH /api/users/${id}`, { role: 'admin' })).toMatchObject({
      status: 400,
      body: { errors: { role: [{ key: 'errors.invalidOption' }] } },
    });
  });

  it('always keep one user who administers users', async () => {
    const id = await userId('librarian@example.com');
    await setRole('librarian@example.com', 'chief');
    expect((await call('chief', `PATCH /api/users/${id}`, { role: 'librarian' })).status).toBe(200);
    expect((await call('chief', 'POST /api/auth/delete-user', {})).body.code).toBe('LAST_ADMIN');
  });
});

describe('callers without a session', () => {
  it('may do what the entry grants to `public`, and nothing else', async () => {
    const book = (await call('librarian', 'POST /api/books', { title: 'Dune', shelf: 'D 3', price: 12 }))
      .body;
    expect(await call(undefined, 'GET /api/books')).toMatchObject({ status: 200, body: [{ title: 'Dune' }] });
    const seen = (await call(undefined, `GET /api/books/${book.id}`)).body;
    expect(Object.keys(seen).toSorted()).toEqual(['createdAt', 'id', 'title', 'updatedAt']);
    const wish = await call(undefined, 'POST /api/wishes', { title: 'Emma' });
    expect(wish).toMatchObject({ status: 201, body: { title: 'Emma' } });
    for (const endpoint of [
      'POST /api/books',
      `PATCH /api/books/${book.id}`,
      `DELETE /api/books/${book.id}`,
      `PATCH /api/wishes/${wish.body.id}`,
      'GET /api/users',
      'GET /api/books/export',
      `GET /api/books/${book.id}/history`,
      'POST /api/wishes/import',
      'POST /api/books/bulk',
      'GET /api/dashboard',
      'GET /api/history',
      'GET /api/views',
    ] as const)
      expect({
        endpoint,
        status: (await call(undefined, endpoint, endpoint.startsWith('GET') ? undefined : {})).status,
      }).toEqual({
        endpoint,
        status: 401,
      });
  });

  it('cannot filter, sort or search by a field that they may not read', async () => {
    expect((await call(undefined, 'GET /api/books?shelf=D')).body.errors).toHaveProperty('shelf');
    expect((await call(undefined, 'GET /api/books?_sort=price')).status).toBe(400);
    expect((await call(undefined, 'GET /api/books?q=D%203')).body).toEqual([]);
    expect((await call('reader', 'GET /api/books?q=D%203')).body).toHaveLength(1);
  });

  it('leave a history without an author', async () => {
    const { id } = (await call(undefined, 'POST /api/wishes', { title: 'Kim' })).body;
    const [change] = (await call('librarian', `GET /api/wishes/${id}/history`)).body;
    expect(change).toMatchObject({ action: 'create', actor: null, impersonator: null });
  });

  it('find in the OpenAPI document which endpoints need no session', async () => {
    const { paths } = (await call('librarian', 'GET /api/openapi.json')).body;
    expect(paths['/api/books'].get.security).toEqual([]);
    const both = [{ session: [] }, { bearerAuth: [] }];
    expect(paths['/api/books'].post.security).toEqual(both);
    expect(paths['/api/books/{id}'].get.security).toEqual([]);
    expect(paths['/api/wishes'].post.security).toEqual([]);
    expect(paths['/api/books/export'].get.security).toEqual(both);
  });
});
