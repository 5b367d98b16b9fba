import { createHash } from 'node:crypto';
import { accessOf, ownRoutes } from '@bindery/contract/api/extend/define-routes.ts';
import { productResources } from '@bindery/contract/api/product.ts';
import { createRights, rolesOf } from '@bindery/contract/records/rights.ts';
import type { AppRoute } from '@bindery/contract/records/ts-rest.ts';
import type { AllResources, Role } from '@bindery/contract/schema/index.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { townLibrary } from '@bindery/contract/testing/town-library.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { logger } from '#backend/logging/logger.ts';
import type { HttpClient } from '#backend/testing/browser.ts';
import { loanEndpoints, subjectEndpoints } from '#backend/testing/extension-endpoints.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import {
  createVisitors,
  openSession,
  openSessionOf,
  type VisitorKind,
  visitorKinds,
} from '#backend/testing/session-fixtures.ts';
import { createTestApp } from '#backend/testing/test-app.ts';
import type { EndpointsExtension } from './endpoints.ts';
import { loadExtensions, noExtensions } from './load-extensions.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const MISSING_ID = '01900000-0000-7000-8000-00000000ffff';

/** A caller of some kind, with the role of its session. */
interface Visitor {
  readonly name: string;
  readonly kind: VisitorKind;
  readonly role: Role;
}

/** Returns all kinds of callers: users of each role, and all others. */
function visitorsTo(resources: AllResources): Visitor[] {
  const { names, administrators, ofNewUsers } = rolesOf(resources);
  const kinds = visitorKinds.filter((kind) => kind !== 'user' && kind !== 'admin');
  const roleOf = (kind: VisitorKind) => (kind.includes('key of an admin') ? administrators[0] : ofNewUsers);
  return [
    ...names.map((role) => ({ name: role, kind: 'user' as const, role })),
    ...kinds.map((kind) => ({ name: kind, kind, role: roleOf(kind) })),
  ];
}

/** Returns the status with which an endpoint rejects a caller; undefined if it accepts them. */
function rejection(route: AppRoute, { kind, role, resources }: Visitor & { resources: AllResources }) {
  const { right, resource } = accessOf(route);
  const { managedBy, singular } = resources[resource]!;
  const { method } = route;
  if (kind === 'impersonating' && managedBy === 'auth' && method !== 'GET') return 403;
  if (kind === 'read-only key of an admin' && method !== 'GET') return 403;
  if (right === 'everybody') return undefined;
  if (kind === 'signed out' || kind === 'banned') return 401;
  if (right === 'signedIn') return undefined;
  const [on, action] = typeof right === 'string' ? [singular, right] : right;
  // Entering the manager is not a write.
  if (kind === 'read-only key of an admin' && on !== 'apps' && action !== 'read') return 403;
  return createRights(resources)[role]?.[on]?.includes(action) ? undefined : 403;
}

/** Tests that the endpoints of extensions accept the callers with their rights, and reject all others. */
function testAccess(extensions: readonly EndpointsExtension[], resources: AllResources): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ SEED: 'false' }, resources, { ...noExtensions, endpoints: extensions });
  });
  afterAll(() => server?.close());

  const visitors = visitorsTo(resources);
  const [admin] = rolesOf(resources).administrators;
  const routes = extensions.flatMap((extension) => ownRoutes(extension.routes).map(([, route]) => route));
  it.each(routes.map((route) => [route.method, route.path, route] as const))(
    '%s %s accepts the correct callers only',
    async (method, path, route) => {
      for (const { name, kind, role } of visitors) {
        const [credentials] = await createVisitors(server, { kind, count: 1, admin, user: role });
        const { status } = await fetch(server.url + path.replaceAll(/:\w+/g, MISSING_ID), {
          method,
          headers: { ...credentials, origin: server.url, 'content-type': 'application/json' },
          ...(method !== 'GET' && { body: '{}' }),
        });
        const expected = rejection(route, { name, kind, role, resources });
        if (expected) expect({ name, status }).toEqual({ name, status: expected });
        else expect([401, 403], name).not.toContain(status);
      }
    },
  );
}

describe('the endpoints of an extension', () => {
  testAccess([subjectEndpoints], lendingLibrary);
});

describe('the endpoints of an extension of resources with custom roles', () => {
  testAccess([loanEndpoints], townLibrary);
});

const own = (await loadExtensions(productResources())).endpoints;
describe.runIf(own.length > 0)('the endpoints of the project’s extensions', () => {
  testAccess(own, productResources());
});

describe('an endpoint of an extension', () => {
  let server: TestServer;
  let admin: HttpClient;
  beforeAll(async () => {
    const extensions = { ...noExtensions, endpoints: [subjectEndpoints] };
    server = await startServer({}, lendingLibrary, extensions);
    admin = server.browser();
    admin.adopt(await openSession(server, ADMIN));
  });
  afterAll(() => server?.close());

  const add = async (code: string) =>
    (await admin.call('/api/subjects', { json: { code, name: `Subject ${code}` } })).body;

  it('gets its validated request, and writes records through their rules as the user', async () => {
    const { id } = await add('EXT-001');
    const { status, body } = await admin.call(`/api/subjects/${id.toUpperCase()}/rename`, {
      json: { name: 'القصة 📚' },
    });
    expect({ status, body }).toEqual({ status: 200, body: { id, text: 'القصة 📚' } });
    const history = (await admin.call(`/api/subjects/${id}/history`)).body;
    expect(history[0]).toMatchObject({ action: 'update', actor: { label: ADMIN } });
    expect((await admin.call('/api/subjects/count?q=القصة')).body.text).toBe('1');
    expect((await admin.call('/api/subjects/mine')).body.text).toBe(ADMIN);
  });

  it('responds with a text of its declared media type', async () => {
    const answer = await fetch(`${server.url}/api/subjects/subjects.ics`);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(await answer.text()).toBe('BEGIN:VCALENDAR\r\nSUMMARY:"علم" 🔭\r\n');
    const { paths } = (await admin.call('/api/openapi.json')).body;
    expect(paths['/api/subjects/subjects.ics'].get.responses[200].content).toHaveProperty('text/calendar');
  });

  it('gets its headers, and the unparsed body if it declares that', async () => {
    const send = (
      body: string,
      { type = 'application/json', signature = sha256(body), encoding = '' } = {},
    ) =>
      fetch(`${server.url}/api/subjects/signed`, {
        method: 'POST',
        headers: {
          'content-type': type,
          ...(signature && { 'x-signature': signature }),
          ...(encoding && { 'content-encoding': encoding }),
        },
        body,
      });
    const spaced = '{ "name":\t"\\u0627لقصة" }';
    const answer = await send(spaced);
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 200,
      body: { id: null, text: 'القصة' },
    });
    const form = await send('name=Subject', { type: 'application/x-www-form-urlencoded' });
    expect(await form.json()).toEqual({ id: null, text: 'name=Subject' });
    expect((await send(`${spaced} `, { signature: sha256(spaced) })).status).toBe(403);
    const unsigned = await send(spaced, { signature: '' });
    expect({ status: unsigned.status, body: await unsigned.json() }).toMatchObject({
      status: 400,
      body: { errors: { 'x-signature': [{ key: 'errors.required' }] } },
    });
    expect((await send(spaced, { encoding: 'br' })).status).toBe(415);
    expect((await send('{"name":')).status).toBe(400);
    expect((await send('{"name":7}')).status).toBe(400);
    expect((await send('{"name":"\\u0000"}')).status).toBe(400);
    expect((await send(`"${'x'.repeat(1_100_000)}"`)).status).toBe(413);
  });

  it('acts for the user of an API key, and writes nothing with a read-only one', async () => {
    const { id } = await add('EXT-003');
    const [key] = await createVisitors(server, { kind: 'key of an admin', count: 1 });
    const [reading] = await createVisitors(server, { kind: 'read-only key of an admin', count: 1 });
    const call = (path: string, headers: object | undefined, body?: object) =>
      fetch(`${server.url}/api/subjects/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    expect((await call(`${id}/rename`, key, { name: 'By key' })).status).toBe(200);
    const history = (await admin.call(`/api/subjects/${id}/history`)).body;
    expect(history[0]).toMatchObject({ action: 'update', apiKey: { name: 'Key' } });
    expect((await call('count?q=key', reading)).status).toBe(200);
    expect((await call(`${id}/rename`, reading, { name: 'Refused' })).status).toBe(403);
    expect((await call('review', reading)).status).toBe(403);
  });

  it.each([
    ['an id that is none', 'x', { name: 'New' }, 400],
    ['an empty text', MISSING_ID, { name: '' }, 400],
    ['a NUL', MISSING_ID, { name: 'a\0b' }, 400],
    ['a text without an end', MISSING_ID, { name: 'a'.repeat(255) }, 400],
    ['a record that does not exist', MISSING_ID, { name: 'New' }, 404],
  ])('answers %s with the error body', async (_, id, json, expected) => {
    const { status, body } = await admin.call(`/api/subjects/${id}/rename`, { json });
    expect(status).toBe(expected);
    expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });

  it('rejects a request with its own message', async () => {
    const { id } = await add('EXT-004');
    const rejected = await admin.call(`/api/subjects/${id}/rename`, { json: { name: 'Taken back' } });
    const body = { code: 'CONFLICT', message: 'Not this name', reason: { message: 'Not this name' } };
    expect(rejected).toMatchObject({ status: 409, body });
  });

  describe('with a transaction', () => {
    const addAll = (json: { codes: string[]; skips?: boolean; fails?: boolean }) =>
      admin.call('/api/subjects/add-all', { json });
    const names = async (): Promise<string[]> =>
      (await admin.call('/api/subjects?code_like=TRX&_sort=code')).body.map(
        ({ name }: { name: string }) => name,
      );
    const changes = async () => {
      const [{ count } = { count: -1 }] = await server.database.query<{ count: number }>({
        sql: 'select count(*)::int as count from history where resource = $1',
        parameters: ['subjects'],
      });
      return count;
    };
    const total = async () => (await admin.call('/api/subjects?_end=1')).headers.get('x-total-count');

    it('writes all of its records, or none if one is rejected', async () => {
      const [before, logged] = [await total(), await changes()];
      const rejected = await addAll({ codes: ['TRX-001', 'TRX-001'] });
      expect(rejected).toMatchObject({ status: 409, body: { errors: { code: [{}] } } });
      expect((await addAll({ codes: ['TRX-001'], fails: true })).body.message).toBe('Not now');
      expect({ names: await names(), total: await total(), logged: await changes() }).toEqual({
        names: [],
        total: before,
        logged,
      });
      expect((await addAll({ codes: ['TRX-001', 'TRX-002'] })).status).toBe(200);
      expect(await names()).toEqual(['TRX-001 again', 'TRX-002 again']);
      expect({ total: await total(), logged: await changes() }).toEqual({
        total: String(Number(before) + 2),
        logged: logged + 4,
      });
    });

    it('continues after a rejected write, if the handler chooses to', async () => {
      expect((await addAll({ codes: ['TRX-003', 'TRX-003', 'TRX-004'], skips: true })).status).toBe(200);
      expect(await names()).toEqual(expect.arrayContaining(['TRX-003 again', 'TRX-004 again']));
    });
  });

  it('that is idempotent writes once for repeated requests with the same key, all of it or nothing', async () => {
    const order = (json: object, key: string) =>
      admin.call('/api/subjects/order', { json, headers: { 'idempotency-key': key } });
    const found = async (code: string) => (await admin.call(`/api/subjects?code=${code}`)).body;
    const key = crypto.randomUUID();
    expect((await order({ code: 'IDM-001', fails: true }, key)).status).toBe(409);
    expect(await found('IDM-001')).toEqual([]);
    const first = await order({ code: 'IDM-001' }, key);
    expect(first).toMatchObject({ status: 200, body: { text: ADMIN } });
    expect(await order({ code: 'IDM-001' }, key)).toMatchObject({ status: 200, body: first.body });
    expect(await found('IDM-001')).toMatchObject([{ id: first.body.id, name: 'IDM-001 ordered' }]);
    expect(await order({ code: 'IDM-002' }, key)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    expect((await admin.call('/api/subjects/order', { json: { code: 'IDM-001' } })).status).toBe(409);
  });

  it('is rejected for requests of other sites, as all writes are', async () => {
    const { id } = await add('EXT-002');
    const json = { name: 'Forged' };
    const headers = { origin: 'https://elsewhere.example' };
    expect((await admin.call(`/api/subjects/${id}/rename`, { json, headers })).status).toBe(403);
    expect((await admin.call(`/api/subjects/${id}`)).body.name).toBe('Subject EXT-002');
  });

  it('whose response contradicts its route responds with 500, and the log names the place', async () => {
    const logged = vi.spyOn(logger, 'error');
    expect((await admin.call('/api/subjects/wrong')).status).toBe(500);
    const message =
      'GET /api/subjects/wrong: its handler returns another 200 than its route declares: ' +
      'id: Invalid input: expected string, received number; ' +
      'text: Invalid input: expected string, received undefined';
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ err: expect.objectContaining({ message }) }),
      expect.anything(),
    );
    logged.mockRestore();
  });

  it('is in the OpenAPI document of its callers', async () => {
    const pathsFor = async (browser: HttpClient) => {
      const { paths } = (await browser.call('/api/openapi.json')).body;
      return Object.keys(paths).filter((path) =>
        /subjects\/(mine|open|count|review|\{id\}\/rename)/.test(path),
      );
    };
    const reader = server.browser();
    await reader.signIn('reader@example.com');
    const [all, rename, review] = [
      ['/api/subjects/count', '/api/subjects/mine', '/api/subjects/open'],
      '/api/subjects/{id}/rename',
      '/api/subjects/review',
    ];
    expect((await pathsFor(admin)).toSorted()).toEqual([...all, review, rename].toSorted());
    expect((await pathsFor(reader)).toSorted()).toEqual(all);
    expect((await pathsFor(server.browser())).toSorted()).toEqual(all);
    const { paths } = (await admin.call('/api/openapi.json')).body;
    expect(paths['/api/subjects/open'].get.security).toEqual([]);
    expect(paths['/api/subjects/{id}/rename'].post).toMatchObject({
      summary: 'Rename a subject',
      tags: ['Subjects'],
    });
  });
});

describe('an endpoint about a record', () => {
  const start = () => createTestApp(townLibrary, { ...noExtensions, endpoints: [loanEndpoints] });
  let app: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    app = await start();
  });
  afterAll(() => app?.close());

  const statusesFor = async (role: 'chief' | 'reader', loan: string, paths: readonly string[]) => {
    const { cookie } = await openSessionOf(app.server, { role });
    const call = (path: string) =>
      fetch(`${app.server.url}/api/loans/${path.replace('ID', loan)}`, {
        method: path.endsWith('renew') ? 'POST' : 'GET',
        headers: { cookie, origin: app.server.url, 'content-type': 'application/json' },
        ...(path.endsWith('renew') && { body: '{}' }),
      });
    return Promise.all(paths.map(async (path) => (await call(path)).status));
  };

  it('lists the records that the caller may read, page by page, without the fields that they may not', async () => {
    const reader = await openSessionOf(app.server, { role: 'reader' });
    const chief = await openSessionOf(app.server, { role: 'chief' });
    const values = { borrower: reader.user.id, state: 'open' as const };
    for (const remark of ['b', 'a', 'c']) await app.make('loans', { ...values, remark });
    await app.make('loans', { ...values, state: 'returned', remark: 'd' });
    await app.make('loans', { state: 'open', remark: 'theirs' });
    const list = async ({ cookie }: { cookie: string }, query: string) => {
      const answer = await fetch(`${app.server.url}/api/loans/remarks?${query}`, { headers: { cookie } });
      return { status: answer.status, body: await answer.json() };
    };
    const remarks = ({ body }: { body: { items: { remark: string | null }[] } }) =>
      body.items.map(({ remark }) => remark);
    const first = await list(reader, 'state=open');
    expect(first).toMatchObject({ status: 200, body: { total: 3 } });
    expect(remarks(first)).toEqual([null, null]);
    const second = await list(reader, `state=open&after=${encodeURIComponent(first.body.next)}`);
    expect(remarks(second)).toEqual([null]);
    expect(second.body.next).toBeNull();
    const all = await app.server.database.query<{ count: number }>({
      sql: "select count(*)::int as count from loans where state = 'open'",
      parameters: [],
    });
    const read = await list(chief, 'state=open');
    expect(read.body.total).toBe(all[0]?.count);
    expect(remarks(read)).not.toContain(null);
    expect(await list(chief, 'state=lost')).toMatchObject({ status: 400, body: { errors: { state: [{}] } } });
  });

  it('hides records that the caller may not read, whatever the handler does', async () => {
    const theirs = (await app.make('loans', { state: 'open', dueOn: null })).id;
    const paths = ['ID/due', 'ID/renew', 'copy-of/ID'];
    expect(await statusesFor('reader', theirs, paths)).toEqual([404, 404, 404]);
    expect(await statusesFor('chief', theirs, paths)).toEqual([200, 200, 200]);
    expect(await statusesFor('chief', MISSING_ID, paths)).toEqual([404, 404, 404]);
  });

  it('reads and writes as the role public for callers without a session, unless it declares otherwise', async () => {
    const [returned, open] = [
      (await app.make('loans', { state: 'returned' })).id,
      (await app.make('loans', { state: 'open' })).id,
    ];
    const call = async (path: string, method = 'POST') => {
      const headers = { origin: app.server.url, 'content-type': 'application/json' };
      const init = { method, headers, ...(method === 'POST' && { body: '{}' }) };
      return (await fetch(`${app.server.url}/api/loans/${path}`, init)).status;
    };
    expect([await call(`seen/${returned}`, 'GET'), await call(`seen/${open}`, 'GET')]).toEqual([200, 404]);
    expect([await call(`shorten/${returned}`), await call(`shorten/${open}`)]).toEqual([403, 404]);
    expect(await call(`wait/${open}`)).toBe(200);
    const { cookie } = await openSessionOf(app.server, { role: 'chief' });
    const read = async (path: string) =>
      (await fetch(`${app.server.url}/api/loans/${path}`, { headers: { cookie } })).json();
    expect(await read(open)).toMatchObject({ remark: 'Somebody waits for it' });
    expect((await read(`${open}/history`))[0]).toMatchObject({ action: 'update', actor: null });
  });

  it('rejects what the caller may not do with a record that they may read', async () => {
    const { user } = await app.signIn('reader');
    const { id } = await app.make('loans', { borrower: user.id, state: 'returned' });
    expect(await statusesFor('reader', id, ['ID/due', 'ID/renew', 'copy-of/ID'])).toEqual([200, 403, 200]);
  });
});
