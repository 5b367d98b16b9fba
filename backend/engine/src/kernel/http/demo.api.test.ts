import { createRoutes } from '@bindery/contract/api/create-routes.ts';
import { productResources } from '@bindery/contract/api/product.ts';
import type { SessionItem } from '@bindery/contract/api/sessions.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_ADMIN, SAMPLE_USER } from '#backend/access/auth/demo-accounts.ts';
import { signInEndpoints } from '#backend/testing/endpoint-access/endpoints.ts';
import { raw } from '#backend/testing/raw-request.ts';
import { startServer, type TestServer } from '#backend/testing/server.ts';

const MISSING_ID = '01900000-0000-7000-8000-00000000ffff';

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await startServer({ VITE_IS_DEMO: 'true' });
  await server.database.kysely
    .insertInto('users')
    .values({ id: '01900000-0000-7000-8000-000000000001', name: 'User', email: SAMPLE_USER })
    .execute();
  admin = await server.signIn(SAMPLE_ADMIN);
});
afterAll(() => server?.close());

type Route = { method: string; path: string };
const isRoute = (value: object): value is Route => 'method' in value && 'path' in value;
const routesIn = (router: object): Route[] =>
  Object.values(router).flatMap((value) => (isRoute(value) ? [value] : routesIn(value)));

/** The HTTP endpoints of better-auth, as configured. */
const signInRoutes = (): Route[] =>
  signInEndpoints(server.auth).map((endpoint) => {
    const [method = '', path] = endpoint.split(' ');
    return { method, path: `/api/auth${path}` };
  });

const call = ({ method, path }: Route) =>
  fetch(server.url + path.replaceAll(/:\w+/g, MISSING_ID), {
    method,
    redirect: 'manual',
    headers: { cookie: admin, origin: server.url, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: '{}' }),
  });

/** The requests that are allowed in a demo. */
const OPEN = [
  '/api/auth/sign-in/email-otp',
  '/api/auth/sign-out',
  '/api/auth/email-otp/send-verification-otp',
];

describe('a demo', () => {
  it("rejects every write of every endpoint, the product's and better-auth's", async () => {
    // The export of selected records is a read with POST.
    const isExport = (path: string) => /^\/api\/\w+\/export$/.test(path);
    const writes = [...routesIn(createRoutes(productResources(), {})), ...signInRoutes()].filter(
      ({ method, path }) => method !== 'GET' && !OPEN.includes(path) && !isExport(path),
    );
    expect(writes.length).toBeGreaterThan(40);
    for (const write of writes) {
      const response = await call(write);
      expect({ ...write, status: response.status, ...(await response.json()) }).toMatchObject({
        status: 403,
        code: 'DEMO_MODE',
      });
    }
  });

  it.each([
    '/api/auth/callback/github',
    '/api/auth/verify-email',
    '/api/auth/delete-user/callback',
    '/api/auth/x/../callback/github',
    '/api/auth/x/%2e%2e/callback/github',
    '/api/auth/x\\..\\callback/github',
    '/api/auth/%63allback/github',
    '/API/auth/Callback/github/',
    '/api/auth//callback/github',
  ])('rejects GET requests with side effects, in any spelling of the path: %s', async (path) => {
    const { body } = await raw(server.url, { path, headers: { cookie: admin } });
    expect(body).toMatchObject({ code: 'DEMO_MODE' });
  });

  it('shows no network address of other visitors among the sessions of an account', async () => {
    const [mine, other] = [server.browser(), server.browser()];
    await mine.signIn(SAMPLE_ADMIN);
    await other.signIn(SAMPLE_ADMIN);
    const own = (await mine.call('/api/account/sessions')).body as SessionItem[];
    expect(own.length).toBeGreaterThan(1);
    for (const { current, ipAddress } of own) expect(ipAddress).toBe(current ? '127.0.0.1' : null);
    const id = (await mine.call('/api/fn/init')).body.session.user.id;
    for (const path of [
      `/api/users/${id}/sessions?_end=100`,
      '/api/auth/list-sessions',
      '/api/auth/get-session',
    ]) {
      const { status, body } = await mine.call(path);
      expect(status).toBe(200);
      const shown = [body.session ?? body].flat().filter((session) => !session.current);
      expect(shown).not.toEqual([]);
      for (const session of shown) expect(session.ipAddress).toBeNull();
    }
  });

  it('lets the two sample accounts sign in and out', async () => {
    for (const email of [SAMPLE_ADMIN, SAMPLE_USER]) {
      const browser = server.browser();
      await browser.signIn(email);
      expect((await browser.fetch('/api/books')).status).toBe(200);
      expect((await browser.fetch('/api/auth/sign-out', { json: {} })).status).toBe(200);
    }
  });

  it('lets no other account sign in', async () => {
    const json = { email: 'visitor@example.com', type: 'sign-in' };
    const requested = await server.browser().fetch('/api/auth/email-otp/send-verification-otp', { json });
    expect(requested.status).toBe(403);
    expect(await requested.json()).toMatchObject({ code: 'DEMO_MODE' });
    expect(server.outbox('visitor@example.com')).toEqual([]);
  });
});
