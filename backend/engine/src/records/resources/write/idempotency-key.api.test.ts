import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { createRoutes } from '@bindery/contract/api/create-routes.ts';
import { createClientOf } from '@bindery/contract/api/route-table.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CatalogueServer } from '#backend/testing/catalogue-server.ts';
import { resolveReferences } from '#backend/testing/resolve-references.ts';
import { pruneIdempotencyKeys } from './idempotency-key.ts';

let ctx: CatalogueServer;
beforeAll(async () => {
  ctx = await CatalogueServer.start();
});
afterAll(() => ctx?.close());

const create = (values: object, key: string, as = ctx.admin) =>
  ctx.call('POST', '/api/books', values, { as, headers: { 'idempotency-key': key } });
const found = async (title: string) =>
  (await ctx.call('GET', `/api/books?title=${encodeURIComponent(title)}`)).body as { id: string }[];

it('creates one record for the same key and body, and repeats the first response', async () => {
  const [draft, key] = [ctx.draft(), randomUUID()];
  const first = await create(draft, key);
  const again = await create(draft, key);
  expect(first.status).toBe(201);
  expect(again).toMatchObject({ status: 201, body: first.body });
  for (const header of ['etag', 'location'])
    expect(again.headers.get(header)).toBe(first.headers.get(header));
  expect(await found(draft.title)).toHaveLength(1);
});

it('repeats the first response also after the record has been changed or deleted', async () => {
  const [draft, key] = [ctx.draft(), randomUUID()];
  const { body } = await create(draft, key);
  await ctx.call('DELETE', `/api/books/${body.id}`);
  expect(await create(draft, key)).toMatchObject({ status: 201, body });
  expect(await found(draft.title)).toEqual([]);
});

it('creates one record if the connection is lost before the response and the request is sent again', async () => {
  const [draft, key] = [ctx.draft(), randomUUID()];
  const { url } = ctx.server;
  const lost = request(`${url}/api/books`, {
    method: 'POST',
    headers: {
      cookie: ctx.admin.cookies,
      origin: url,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
  });
  lost.on('error', () => {});
  lost.end(JSON.stringify(draft));
  await once(lost, 'finish');
  await expect.poll(() => found(draft.title)).toHaveLength(1);
  lost.destroy();
  const [{ id }] = (await found(draft.title)) as [{ id: string }];
  expect(await create(draft, key)).toMatchObject({ status: 201, body: { id } });
  expect(await found(draft.title)).toHaveLength(1);
});

it('creates one record for concurrent requests, and the others get the same response or must wait', async () => {
  const [draft, key] = [ctx.draft(), randomUUID()];
  const answers = await Promise.all(Array.from({ length: 5 }, () => create(draft, key)));
  const created = answers.filter(({ status }) => status === 201);
  expect(new Set(created.map(({ body }) => body.id)).size).toBe(1);
  for (const { status, body, headers } of answers.filter((answer) => !created.includes(answer)))
    expect({ status, code: body.code, after: headers.get('retry-after') }).toEqual({
      status: 409,
      code: 'IDEMPOTENCY_KEY_IN_USE',
      after: expect.stringMatching(/^\d+$/),
    });
  expect(await found(draft.title)).toHaveLength(1);
});

describe('while another transaction has locked the key, a request', () => {
  /** Sends a creation again while the key of the first one is locked; its response is stored, or not. */
  const createLocked = async ({ isStored }: { isStored: boolean }) => {
    const { database } = ctx.server;
    const [draft, key] = [ctx.draft(), randomUUID()];
    const first = await create(draft, key);
    const latest = 'select id from idempotency_keys order by expires_at desc limit 1';
    const [row] = await database.query<{ id: string }>({ sql: latest, parameters: [] });
    if (!isStored)
      await database.execute({ sql: 'delete from idempotency_keys where id = $1', parameters: [row!.id] });
    return database.em().transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [row!.id]);
      return { first, again: await create(draft, key) };
    });
  };
  // The embedded database has one connection: there a second request waits instead.
  const hasConnections = () => ctx.server.database.engine !== 'pglite';

  it('gets 409 if that one is creating the record', async () => {
    if (!hasConnections()) return;
    const { again } = await createLocked({ isStored: false });
    const after = again.headers.get('retry-after');
    expect({ status: again.status, code: again.body.code, after }).toEqual({
      status: 409,
      code: 'IDEMPOTENCY_KEY_IN_USE',
      after: '2',
    });
  });

  it('repeats the first response if that one does so, too', async () => {
    if (!hasConnections()) return;
    const { first, again } = await createLocked({ isStored: true });
    expect(again).toMatchObject({ status: 201, body: first.body });
  });
});

it('is rejected with 422 for another body or another resource with the same key', async () => {
  const [draft, key] = [ctx.draft(), randomUUID()];
  await create(draft, key);
  const rejected = { status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } };
  expect(await create({ ...draft, publisher: 'Other' }, key)).toMatchObject(rejected);
  const headers = { 'idempotency-key': key };
  const other = await ctx.call('POST', '/api/users', { email: 'once@example.com' }, { headers });
  expect(other).toMatchObject(rejected);
});

it('forgets a key whose request failed, so that it may be sent again', async () => {
  const [draft, key] = [ctx.draft(), randomUUID()];
  expect((await create({ ...draft, genre: randomUUID() }, key)).status).toBe(400);
  expect((await create(draft, key)).status).toBe(201);
});

it('separates the keys of users, accepts unusual keys, and rejects invalid ones', async () => {
  const draft = ctx.draft();
  expect((await create(draft, '__proto__')).status).toBe(201);
  expect((await create({ ...draft, title: `${draft.title} b` }, '"constructor"')).status).toBe(201);
  expect((await create(draft, '__proto__', ctx.reader)).status).toBe(403);
  for (const key of ['', 'x'.repeat(256), 'two words'])
    expect(await create(ctx.draft(), key)).toMatchObject({
      status: 400,
      body: { message: 'Idempotency-Key must have 1 to 255 printable ASCII characters without spaces' },
    });
});

it('is forgotten after a day', async () => {
  const { database } = ctx.server;
  const [draft, key] = [ctx.draft(), randomUUID()];
  const { body } = await create(draft, key);
  const change = "update idempotency_keys set expires_at = expires_at - interval '1 day'";
  await database.execute({ sql: change, parameters: [] });
  expect((await create({ ...draft, title: `${draft.title} later` }, key)).body.id).not.toBe(body.id);
  await database.execute({ sql: change, parameters: [] });
  await pruneIdempotencyKeys(database);
  expect(await database.query({ sql: 'select id from idempotency_keys', parameters: [] })).toEqual([]);
});

it('is a header of the typed client, and described in the OpenAPI document', async () => {
  const client = createClientOf(createRoutes(lendingLibrary, {}), {
    baseUrl: ctx.server.url,
    headers: { cookie: ctx.admin.cookies, origin: ctx.server.url },
  });
  const call = { body: ctx.draft(), headers: { 'idempotency-key': randomUUID() } };
  const [first, again] = [await client.books.create(call), await client.books.create(call)];
  expect(again).toMatchObject({ status: 201, body: first.body });
  const { paths } = resolveReferences((await ctx.call('GET', '/api/openapi.json')).body);
  const { parameters, responses } = paths['/api/books'].post;
  expect(parameters).toContainEqual(
    expect.objectContaining({ name: 'idempotency-key', in: 'header', description: expect.any(String) }),
  );
  expect(responses['409'].headers).toHaveProperty('Retry-After');
  expect(responses).toHaveProperty('422');
});
