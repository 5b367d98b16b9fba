import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from '#backend/testing/browser.ts';
import {
  type IdentityProvider,
  type IdentityProviderUser,
  startIdentityProvider,
} from '#backend/testing/identity-provider.ts';
import { startServer, type TestServer } from '#backend/testing/server.ts';

let provider: IdentityProvider;
let open: TestServer;
let closed: TestServer;
beforeAll(async () => {
  provider = await startIdentityProvider();
  open = await startServer(provider.settings);
  closed = await startServer({ ...provider.settings, SIGN_UP: 'false' });
});
afterAll(async () => {
  await open?.close();
  await closed?.close();
  await provider?.close();
});

/** Follows all redirects from the sign-in button to the final page, as a browser would. */
const signInAs = async (server: TestServer, someone: IdentityProviderUser) => {
  provider.someone = someone;
  const browser = server.browser();
  const begun = await browser.fetch('/api/auth/sign-in/social', {
    json: { provider: 'oidc', callbackURL: '/app', errorCallbackURL: '/login/error' },
  });
  const there = new HttpClient(provider.issuer, () => []);
  let at = new URL((await begun.json()).url);
  for (let hops = 0; hops < 10 && at.origin !== server.url; hops++) {
    const response = await there.fetch(at.href);
    at = new URL(response.headers.get('location') ?? '', at);
  }
  const back = await browser.fetch(at.href);
  const end = new URL(back.headers.get('location') ?? '', server.url);
  const { session } = await (await browser.fetch('/api/fn/init')).json();
  return { end, session };
};

describe('signing in with an OpenID Connect provider', () => {
  it('is offered with the label from the settings', async () => {
    const { settings } = await (await fetch(`${open.url}/api/fn/init`)).json();
    expect(settings.providers).toEqual([{ id: 'oidc', label: 'Company account' }]);
  });

  it('creates an account for a new user', async () => {
    const { end, session } = await signInAs(open, { email: 'newcomer@example.com', name: 'New Comer' });
    expect(end.href).toBe(`${open.url}/app`);
    expect(session.user).toMatchObject({ email: 'newcomer@example.com', name: 'New Comer', role: 'user' });
  });

  it('signs in to the existing account if the provider has verified the address', async () => {
    const before = open.browser();
    await before.signIn('both@example.com');
    const { session: own } = await (await before.fetch('/api/fn/init')).json();
    const { session } = await signInAs(open, { email: 'both@example.com', name: 'Both' });
    expect(session.user.id).toBe(own.user.id);
  });

  it('does not sign in to the existing account if the provider has not verified the address', async () => {
    await open.signIn('victim@example.com');
    const { end, session } = await signInAs(open, {
      email: 'victim@example.com',
      name: 'Thief',
      email_verified: false,
    });
    expect(session).toBeNull();
    expect(end.pathname).toBe('/login/error');
  });

  it('accepts a text as whether the address is verified: "false" is not, and only "true" is', async () => {
    await open.signIn('textual@example.com');
    for (const email_verified of ['false', 'False', '0', 'no', '']) {
      const stolen = { email: 'textual@example.com', name: 'Thief', email_verified };
      const { end, session } = await signInAs(open, stolen);
      expect({ email_verified, session, at: end.pathname }).toEqual({
        email_verified,
        session: null,
        at: '/login/error',
      });
    }
    const unverified = { email: 'unsure@example.com', name: 'Unsure', email_verified: 'false' };
    expect((await signInAs(open, unverified)).session.user.emailVerified).toBe(false);
    const verified = { email: 'sure@example.com', name: 'Sure', email_verified: 'true' };
    expect((await signInAs(open, verified)).session.user.emailVerified).toBe(true);
  });

  it('makes no admin of an address that is verified as the text "false"', async () => {
    const server = await startServer({ ...provider.settings, ADMIN_EMAIL: 'chief@example.com' });
    const thief = { email: 'chief@example.com', name: 'Thief', email_verified: 'false' };
    const { session } = await signInAs(server, thief);
    expect(session).toBeNull();
    await server.close();
  });

  it.each([
    ['another user', { sub: 'settled@example.com' }],
    ['no user', { sub: undefined }],
    ['a user of no name', { sub: '' }],
    ['two users', { sub: ['thief@example.com', 'settled@example.com'] }],
  ])("rejects userinfo of %s instead of the ID token's user", async (_case, subject) => {
    await open.signIn('settled@example.com');
    const thief = { email: 'thief@example.com', name: 'Thief' };
    const about = { email: 'settled@example.com', email_verified: true, name: 'Settled' };
    const { end, session } = await signInAs(open, { ...thief, userinfo: { ...about, ...subject } });
    expect(session).toBeNull();
    expect(end.pathname).toBe('/login/error');
    const ids = await open.database.kysely.selectFrom('accounts').selectAll().execute();
    expect(JSON.stringify(ids)).not.toContain('thief@example.com');
  });

  it("accepts userinfo of the ID token's user", async () => {
    const userinfo = { email: 'told@example.com', email_verified: true, name: 'Told' };
    const { session } = await signInAs(open, { email: 'told@example.com', name: 'Told', userinfo });
    expect(session.user.email).toBe('told@example.com');
  });

  it('shows new users that sign-up is closed', async () => {
    const { end, session } = await signInAs(closed, { email: 'stranger@example.com', name: 'Stranger' });
    expect(session).toBeNull();
    expect(end.pathname + end.search).toBe('/login/error?error=signup_disabled');
  });

  it('shows that access was denied', async () => {
    const { end, session } = await signInAs(open, 'denies');
    expect(session).toBeNull();
    expect(end.pathname).toBe('/login/error');
    expect(end.searchParams.get('error')).toBe('access_denied');
  });

  it('shows an error if the provider’s callback matches no sign-in', async () => {
    const response = await open.browser().fetch('/api/auth/callback/oidc?code=x&state=y');
    const end = new URL(response.headers.get('location') ?? '', open.url);
    expect(end.origin + end.pathname).toBe(`${open.url}/login/error`);
    expect(end.searchParams.get('error')).toBeTruthy();
  });

  it.each([
    '//evil.example.com',
    '/\\evil.example.com',
    'https://evil.example.com',
    'javascript:alert(1)',
    '/%2F/evil.example.com',
    '/%5cevil.example.com',
    '/.//evil.example.com',
    '/app/..//evil.example.com',
    '/app/%2e%2e//evil.example.com',
  ])('never redirects to %s', async (elsewhere) => {
    const ways = { callbackURL: '/app', errorCallbackURL: '/login/error', newUserCallbackURL: '/app' };
    for (const name of Object.keys(ways)) {
      const json = { provider: 'oidc', ...ways, [name]: elsewhere };
      const rejected = await open.browser().fetch('/api/auth/sign-in/social', { json });
      expect({ name, status: rejected.status }).toEqual({ name, status: 403 });
    }
    // The product's emails contain no links, but an attacker's may contain this one.
    const link = new URLSearchParams({ token: 'none', callbackURL: elsewhere });
    const followed = await open.browser().fetch(`/api/auth/verify-email?${link}`);
    expect(followed.status).toBe(403);
    expect(followed.headers.get('location')).toBeNull();
  });

  it('works once the issuer is reachable, even if it was not when the server started', async () => {
    const away = createServer((_req, res) => res.destroy());
    await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve));
    const { port } = away.address() as AddressInfo;
    const server = await startServer({ ...provider.settings, OIDC_ISSUER: `http://127.0.0.1:${port}` });
    const begin = async () => {
      const json = { provider: 'oidc', callbackURL: '/app', errorCallbackURL: '/login/error' };
      const response = await server.browser().fetch('/api/auth/sign-in/social', { json });
      return { status: response.status, ...(await response.json()) };
    };
    expect(await begin()).toMatchObject({ status: 503, code: 'UNAVAILABLE', requestId: expect.any(String) });
    expect((await server.browser().fetch('/api/auth/callback/oidc?code=x&state=y')).status).toBe(302);

    away.removeAllListeners('request').on('request', async (req, res) => {
      const known = await fetch(provider.issuer + req.url);
      res.setHeader('content-type', 'application/json').end(await known.text());
    });
    expect((await begin()).url).toContain(provider.issuer);
    await server.close();
    away.close();
  });

  it('does not delay sign-in with a code while the issuer does not respond', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const server = await startServer({ ...provider.settings, OIDC_ISSUER: `http://127.0.0.1:${port}` });
    const begun = performance.now();
    await server.signIn('reader@example.com');
    expect(performance.now() - begun).toBeLessThan(4_000);
    await server.close();
    silent.close();
    silent.closeAllConnections();
  });

  it('is not available without its settings', async () => {
    const json = { provider: 'github', callbackURL: '/app' };
    const response = await open.browser().fetch('/api/auth/sign-in/social', { json });
    expect(await response.json()).toMatchObject({ code: 'PROVIDER_NOT_FOUND' });
  });
});
