import { MAX_API_KEYS } from '@bindery/contract/api/api-keys.ts';
import { product } from '@bindery/contract/api/product.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { createKeyClient } from '#backend/testing/api-key-client.ts';
import { insertGenre } from '#backend/testing/insert-genre.ts';
import { UserFixture } from '#backend/testing/user-fixture.ts';

const OWN = '/api/account/api-keys';

let ctx: UserFixture;
let genre: string;
beforeAll(async () => {
  ctx = await UserFixture.start();
  genre = await insertGenre(ctx.server.database);
});
afterAll(() => ctx?.close());

const withOtherEnd = (key: string) => key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();
const book = (title: string) => ({ title, author: 'Wanjiru', genre });
const owner = async (role = 'user') => {
  const { id, email } = await ctx.user({ role });
  return { id, browser: await ctx.withSession(email) };
};

let shared: Awaited<ReturnType<typeof createKeyClient>> | undefined;
/** One key for the tests that change nothing. */
const known = async () => {
  shared ??= await createKeyClient(ctx);
  return shared;
};

describe('an API key', () => {
  it('is shown once, stored as a hash, and listed with a prefix of product and key', async () => {
    const { browser } = await owner();
    const { status, body, headers } = await ctx.call(browser, 'POST', OWN, { name: ' Nightly ' });
    expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 201, cache: 'no-store' });
    expect(body.key).toMatch(new RegExp(`^${product().slug}_[\\da-f]{12}_[\\w-]{43}$`));
    expect(body.key.startsWith(`${body.prefix}_`)).toBe(true);
    const { key: _shownOnce, ...item } = body;
    expect(item).toEqual({
      id: body.id,
      name: 'Nightly',
      prefix: body.prefix,
      readOnly: false,
      createdAt: expect.any(String),
      expiresAt: null,
      lastUsedAt: null,
    });
    expect((await ctx.call(browser, 'GET', OWN)).body).toEqual([item]);
    const secret = body.key.slice(body.prefix.length + 1);
    const [row] = await ctx.rows<object>('select * from api_keys where id = $1', [body.id]);
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  it.each(['x'.repeat(255), '🗝️👩🏽‍💻 🇰🇪', 'مفتاح النسخ الاحتياطي', '__proto__', 'constructor'])(
    'may have the name %s',
    async (name) => {
      const { browser } = await owner();
      const { status, body } = await ctx.call(browser, 'POST', OWN, { name });
      expect({ status, name: body.name }).toEqual({ status: 201, name });
    },
  );

  it.each([
    [{ name: '' }, 'name', 'errors.required'],
    [{ name: '\u200b\u3164' }, 'name', 'errors.required'],
    [{ name: 'x'.repeat(256) }, 'name', 'errors.tooLong'],
    [{ name: 'Past', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt', 'errors.tooEarly'],
    [{ name: 'Day', expiresAt: '2040-01-01' }, 'expiresAt', 'errors.invalid'],
    [{ name: 'Text', readOnly: 'yes' }, 'readOnly', 'errors.invalid'],
    [{ name: 'More', userId: newId() }, 'userId', 'errors.unknown'],
  ])('is rejected for %j', async (values, field, key) => {
    const { status, body } = await ctx.call(ctx.admin, 'POST', OWN, values);
    expect({ status, key: body.errors?.[field]?.[0].key ?? body.errors }).toEqual({ status: 400, key });
  });

  it('has its name on one line', async () => {
    const { browser } = await owner();
    const { body } = await ctx.call(browser, 'POST', OWN, { name: ' Nightly\n\u001bexport ' });
    expect(body.name).toBe('Nightly export');
  });

  it('requires a session younger than a day', async () => {
    const { id, browser } = await owner();
    await ctx.rows(`update sessions set created_at = now() - interval '25 hours' where user_id = $1`, [id]);
    const { status, body } = await ctx.call(browser, 'POST', OWN, { name: 'Late' });
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'SESSION_EXPIRED' });
    expect((await ctx.call(browser, 'GET', OWN)).body).toEqual([]);
  });

  it('cannot be created during impersonation', async () => {
    const { id } = await owner();
    const { browser } = await ctx.newAdmin();
    await ctx.call(browser, 'POST', `/api/users/${id}/impersonate`);
    const { body } = await ctx.call(browser, 'POST', OWN, { name: 'Behind their back' });
    expect(body.code).toBe('IMPERSONATING');
  });

  it('is one of at most twenty per user, even if created concurrently', async () => {
    const { browser } = await owner();
    const all = await Promise.all(
      Array.from({ length: MAX_API_KEYS + 3 }, () => ctx.call(browser, 'POST', OWN, { name: 'One' })),
    );
    const rejected = all.filter(({ status }) => status !== 201);
    expect(rejected.map(({ status, body }) => [status, body.errors.name[0].key])).toEqual(
      Array.from({ length: 3 }, () => [409, 'errors.tooManyApiKeys']),
    );
    const [{ id }] = (await ctx.call(browser, 'GET', OWN)).body;
    await ctx.call(browser, 'DELETE', `${OWN}/${id}`);
    expect((await ctx.call(browser, 'POST', OWN, { name: 'One' })).status).toBe(201);
  });
});

describe('a request with an API key', () => {
  it("acts as its user, without cookie and from any origin, with the user's rights", async () => {
    const { client } = await createKeyClient(ctx);
    const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const made = await client.call('POST', '/api/books', book('By key'), foreign);
    expect(made.status).toBe(201);
    const path = `/api/books/${made.body.id}`;
    expect((await client.call('GET', '/api/books?title_like=key')).body).toHaveLength(1);
    expect((await client.call('PATCH', path, { publisher: 'P' })).body.publisher).toBe('P');
    expect((await client.call('GET', '/api/books/export')).body).toContain('By key');
    const select = { ids: [made.body.id] };
    const deleted = await client.call('POST', '/api/books/bulk', { select, action: 'delete' });
    expect(deleted.status).toBe(200);
    const undone = await client.call('POST', `/api/history/batches/${deleted.body.batch}/undo`);
    expect({ status: undone.status, body: undone.body }).toMatchObject({ status: 200 });
    expect(made.headers.getSetCookie()).toEqual([]);
    const reader = (await createKeyClient(ctx, { role: 'user' })).client;
    expect((await reader.call('GET', path)).status).toBe(200);
    expect((await reader.call('DELETE', path)).body.code).toBe('FORBIDDEN');
  });

  it('records when it was used, to the minute', async () => {
    const { client, browser } = await createKeyClient(ctx);
    await client.call('GET', '/api/books');
    const used = async () => (await ctx.call(browser, 'GET', OWN)).body[0].lastUsedAt;
    const first = await used();
    expect(Math.abs(Date.parse(first) - Date.now())).toBeLessThan(60_000);
    await client.call('GET', '/api/books');
    expect(await used()).toBe(first);
    await ctx.rows(`update api_keys set last_used_at = now() - interval '2 minutes' where id = $1`, [
      client.id,
    ]);
    await client.call('GET', '/api/books');
    expect(Date.parse(await used())).toBeGreaterThanOrEqual(Date.parse(first));
  });

  it("has the user's current rights", async () => {
    const { client, userId } = await createKeyClient(ctx);
    expect((await client.call('GET', '/api/users')).status).toBe(200);
    await ctx.call(ctx.admin, 'PATCH', `/api/users/${userId}`, { role: 'user' });
    expect((await client.call('GET', '/api/users')).body.code).toBe('FORBIDDEN');
    expect((await client.call('GET', '/api/books')).status).toBe(200);
  });

  it('only reads with a read-only key', async () => {
    const { client } = await createKeyClient(ctx, { readOnly: true });
    const { body } = await ctx.call(ctx.admin, 'POST', '/api/books', book('Read only'));
    const path = `/api/books/${body.id}`;
    for (const read of ['/api/books', path, `${path}/history`, '/api/books/export', '/api/history'])
      expect((await client.call('GET', read)).status, read).toBe(200);
    const selected = { select: { ids: [body.id] } };
    expect((await client.call('POST', '/api/books/export', selected)).status).toBe(200);
    const writes: [string, string, unknown?][] = [
      ['POST', '/api/books', book('Not written')],
      ['PATCH', path, { publisher: 'P' }],
      ['PUT', path, book('Not written')],
      ['DELETE', path],
      ['GET', `${path}/deletion`],
      ['POST', '/api/books/bulk', { ...selected, action: 'delete' }],
      ['POST', '/api/books/import', 'title'],
      ['POST', `${path}/history/${newId()}/undo`],
    ];
    for (const [method, address, json] of writes) {
      const response = await client.call(method, address, json);
      expect({ method, address, code: response.body.code }).toEqual({
        method,
        address,
        code: 'API_KEY_READ_ONLY',
      });
    }
    expect((await ctx.call(ctx.admin, 'GET', path)).body).toEqual(body);
  });

  it('cannot do what requires a fresh session', async () => {
    const { client } = await createKeyClient(ctx);
    const { id } = await ctx.user();
    const responses = [
      await client.call('PATCH', `/api/users/${id}`, { role: 'admin' }),
      await client.call('DELETE', `/api/users/${id}`),
      await client.call('POST', '/api/users', { email: ctx.newAddress(), role: 'admin' }),
    ];
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
      responses.map(() => [403, 'API_KEY_NOT_ALLOWED']),
    );
    expect((await client.call('PATCH', `/api/users/${id}`, { name: 'Renamed' })).status).toBe(200);
  });

  it.each([
    'GET /api/auth/get-session',
    'POST /api/auth/sign-out',
    'GET /api/account/sessions',
    `GET ${OWN}`,
    `POST ${OWN}`,
    `GET /API/Account/api-keys/`,
    'POST /api/users/:id/impersonate',
    'GET /api/users/:id/sessions',
    'GET /api/users/:id/api-keys',
    'POST /api/users/:id/ban',
    'GET /api/fn/init',
    'GET /api/views',
    'GET /api/dashboard',
    'GET /api/nothing',
  ])('does not reach %s', async (endpoint) => {
    const { client, userId } = await known();
    const [method = '', path = ''] = endpoint.split(' ');
    const { status, body } = await client.call(
      method,
      path.replace(':id', userId),
      method === 'POST' ? {} : undefined,
    );
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'API_KEY_NOT_ALLOWED' });
  });

  it('is rejected with an additional session cookie', async () => {
    const { client, browser } = await known();
    const response = await client.call('GET', '/api/books', undefined, { cookie: browser.cookies });
    expect({ status: response.status, code: response.body.code }).toEqual({
      status: 400,
      code: 'API_KEY_AND_COOKIE',
    });
    const other = await client.call('GET', '/api/books', undefined, { cookie: 'i18next=fr' });
    expect(other.status).toBe(200);
  });

  it.each([
    ['', 'Bearer'],
    ['a word', 'Bearer secret'],
    ['the prefix', () => `Bearer ${shared!.client.key.slice(0, -44)}`],
    ['another secret', () => `Bearer ${withOtherEnd(shared!.client.key)}`],
    ['a key in another case', () => `Bearer ${shared!.client.key.toUpperCase()}`],
  ])('is rejected with an invalid key: %s', async (_, given) => {
    await known();
    const authorization = typeof given === 'string' ? given : given();
    const response = await shared!.client.call('GET', '/api/books', undefined, { authorization });
    expect({ status: response.status, code: response.body.code }).toEqual({
      status: 401,
      code: 'API_KEY_INVALID',
    });
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
  });

  it('leaves other schemes alone, such as those of a proxy', async () => {
    const { client } = await known();
    const authorization = 'Basic c3RhZmY6c2VjcmV0';
    const response = await client.call('GET', '/api/books', undefined, { authorization });
    expect(response.body.code).toBe('UNAUTHENTICATED');
  });
});

describe('an API key ends', () => {
  const codeOf = async (client: {
    call: (method: string, path: string) => Promise<{ body: { code?: string } }>;
  }) => (await client.call('GET', '/api/books')).body.code;

  it('when its user revokes it, and then reports that', async () => {
    const { client, browser } = await createKeyClient(ctx);
    expect((await ctx.call(browser, 'DELETE', `${OWN}/${client.id}`)).status).toBe(204);
    expect(await codeOf(client)).toBe('API_KEY_REVOKED');
    expect((await ctx.call(browser, 'GET', OWN)).body).toEqual([]);
    expect((await ctx.call(browser, 'DELETE', `${OWN}/${client.id}`)).status).toBe(404);
  });

  it('when an administrator of users revokes it, and no other user can', async () => {
    const { client, userId } = await createKeyClient(ctx);
    const stranger = await owner();
    expect((await ctx.call(stranger.browser, 'DELETE', `${OWN}/${client.id}`)).status).toBe(404);
    const path = `/api/users/${userId}/api-keys`;
    expect((await ctx.call(stranger.browser, 'GET', path)).status).toBe(403);
    expect((await ctx.call(stranger.browser, 'DELETE', `${path}/${client.id}`)).status).toBe(403);
    const wrong = `/api/users/${stranger.id}/api-keys/${client.id}`;
    expect((await ctx.call(ctx.admin, 'DELETE', wrong)).status).toBe(404);
    expect((await ctx.call(ctx.admin, 'GET', path)).body).toMatchObject([{ id: client.id, name: 'Nightly' }]);
    expect((await ctx.call(ctx.admin, 'DELETE', `${path}/${client.id}`)).status).toBe(204);
    expect(await codeOf(client)).toBe('API_KEY_REVOKED');
    expect((await ctx.call(ctx.admin, 'GET', `/api/users/${newId()}/api-keys`)).status).toBe(404);
  });

  it('at its expiry', async () => {
    const { client } = await createKeyClient(ctx, { expiresAt: inDays(1) });
    expect(await codeOf(client)).toBeUndefined();
    await ctx.rows('update api_keys set expires_at = now() where id = $1', [client.id]);
    expect(await codeOf(client)).toBe('API_KEY_EXPIRED');
  });

  it('for as long as its user is banned', async () => {
    const { client, userId } = await createKeyClient(ctx);
    await ctx.call(ctx.admin, 'POST', `/api/users/${userId}/ban`, {});
    expect(await codeOf(client)).toBe('API_KEY_BANNED');
    await ctx.call(ctx.admin, 'DELETE', `/api/users/${userId}/ban`);
    expect(await codeOf(client)).toBeUndefined();
  });

  it('with its user, whose deletion removes it', async () => {
    const { client, browser, userId } = await createKeyClient(ctx);
    expect((await ctx.call(browser, 'POST', '/api/auth/delete-user', {})).status).toBe(200);
    expect(await codeOf(client)).toBe('API_KEY_INVALID');
    expect(await ctx.rows('select 1 from api_keys where user_id = $1', [userId])).toEqual([]);
  });
});

describe('the history', () => {
  it('names the key that made a change, even after the key was revoked', async () => {
    const { client, browser, userId } = await createKeyClient(ctx, { name: 'Importer ١' });
    const { body } = await client.call('POST', '/api/books', book('Named'));
    await client.call('PATCH', `/api/books/${body.id}`, { publisher: 'P' });
    const select = { ids: [body.id] };
    await client.call('POST', '/api/books/bulk', { select, action: 'update', values: { publisher: 'Q' } });
    await ctx.call(browser, 'DELETE', `${OWN}/${client.id}`);
    await ctx.rows('delete from api_keys where id = $1', [client.id]);

    const apiKey = { id: client.id, name: 'Importer ١' };
    const path = `/api/books/${body.id}/history`;
    const changes = (await ctx.call(ctx.admin, 'GET', path)).body;
    expect(changes).toMatchObject(
      Array.from({ length: 3 }, () => ({ actor: { id: userId }, impersonator: null, apiKey })),
    );
    const byKey = (await ctx.call(ctx.admin, 'GET', `/api/history?apiKey=${client.id}`)).body;
    expect(byKey.map(({ id }: { id: string }) => id)).toEqual(changes.map(({ id }: { id: string }) => id));
    const file = await ctx.admin.fetch(`/api/history/export?apiKey=${client.id}`);
    expect(await file.text()).toContain(`,${client.id},Importer ١,`);
    const reader = await ctx.signedIn('reader@example.com');
    expect((await ctx.call(reader, 'GET', path)).body[0]).toMatchObject({ actor: null, apiKey: null });
  });

  it('names the key that imported a file in the background', async () => {
    const { client } = await createKeyClient(ctx, { name: 'Loader' });
    const upload = await fetch(`${ctx.server.url}/api/books/import?name=books.csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.key}`, 'content-type': 'text/csv' },
      body: 'title,author,genre\r\nImported by key,Wanjiru,Riwaya',
    });
    const path = `/api/imports/${(await upload.json()).id}`;
    const state = async () => (await client.call('GET', path)).body.state;
    await client.call('POST', `${path}/check`, { mapping: ['title', 'author', 'genre'], matchBy: null });
    await expect.poll(state, { timeout: 30_000 }).toBe('checked');
    await client.call('POST', `${path}/run`, { mode: 'all' });
    await expect.poll(state, { timeout: 30_000 }).toBe('done');
    const changes = (await ctx.call(ctx.admin, 'GET', `/api/history?apiKey=${client.id}`)).body;
    expect(changes).toMatchObject([{ label: 'Imported by key', apiKey: { name: 'Loader' } }]);
  });

  it('names no key for changes in a session', async () => {
    const { body } = await ctx.call(ctx.admin, 'POST', '/api/books', book('By hand'));
    const [change] = (await ctx.call(ctx.admin, 'GET', `/api/books/${body.id}/history`)).body;
    expect(change).toMatchObject({ actor: { id: ctx.adminId }, apiKey: null });
  });

  it('of a user records the creation and the end of keys, with their author', async () => {
    const { client, userId } = await createKeyClient(ctx, { name: 'Audited' });
    await ctx.call(ctx.admin, 'DELETE', `/api/users/${userId}/api-keys/${client.id}`);
    const described = `Audited (${client.key.slice(0, -44)})`;
    expect((await ctx.history(userId)).slice(0, 2)).toMatchObject([
      { actor: { id: ctx.adminId }, changes: { apiKey: { before: described, after: null } } },
      { actor: { id: userId }, changes: { apiKey: { before: null, after: described } } },
    ]);
  });
});
