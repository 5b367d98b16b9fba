import { createHmac } from 'node:crypto';
import { product } from '@bindery/contract/api/product.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#backend/testing/server.ts';
import { authSecret } from '../auth/secret.ts';

const DAY = 24 * 60 * 60 * 1000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.close());

const init = (cookie: string) => fetch(`${server.url}/api/fn/init`, { headers: { cookie } });
const sessionOf = async (cookie: string) => (await (await init(cookie)).json()).session;
const books = async (cookie: string) =>
  (await fetch(`${server.url}/api/books`, { headers: { cookie } })).status;

/** Signs a user in and changes their row in the database. */
const signedIn = async (email: string) => {
  const cookie = await server.signIn(email);
  const { id, user } = await sessionOf(cookie);
  const { kysely } = server.database;
  return {
    cookie,
    user,
    updateSession: (set: Record<string, unknown>) =>
      kysely.updateTable('sessions').set(set).where('id', '=', id).execute(),
    updateUser: (set: Record<string, unknown>) =>
      kysely.updateTable('users').set(set).where('id', '=', user.id).execute(),
  };
};

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

describe('the session of a request', () => {
  it('allows what its role may do, and nothing is allowed without a session', async () => {
    const { cookie } = await signedIn('reader@example.com');
    expect(await books(cookie)).toBe(200);
    const rejected = await fetch(`${server.url}/api/books`);
    expect(rejected.status).toBe(401);
    expect(await rejected.json()).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('does not allow what its role may not do', async () => {
    const { cookie } = await signedIn('writer@example.com');
    const json = JSON.stringify({ title: 'Mine' });
    const headers = { cookie, 'content-type': 'application/json' };
    const rejected = await fetch(`${server.url}/api/books`, { method: 'POST', headers, body: json });
    expect(rejected.status).toBe(403);
    expect(await rejected.json()).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('is invalid during a ban from the next request on, and valid again after the ban', async () => {
    const { cookie, updateUser } = await signedIn('banned@example.com');
    await updateUser({ banned: true, ban_expires: null });
    expect(await books(cookie)).toBe(401);
    await updateUser({ banned: true, ban_expires: inDays(-1) });
    expect(await books(cookie)).toBe(200);
  });

  it('is the only one that better-auth gets, in whatever notation a client sends a second one', async () => {
    const banned = await signedIn('banned-too@example.com');
    await banned.updateUser({ banned: true, ban_expires: null });
    const [name = '', value] = banned.cookie
      .split('; ')
      .find((pair) => pair.includes('session_token'))!
      .split('=');
    const userOf = async (cookie: string) => {
      const response = await fetch(`${server.url}/api/auth/get-session`, { headers: { cookie } });
      return (await response.json())?.user.email;
    };
    const { cookie } = await signedIn('single@example.com');
    expect(await userOf(`${cookie}; ${name}=${value}`)).toBe('single@example.com');
    expect(await userOf(`${name} =${value}`)).toBeUndefined();
  });

  it('has the user’s current role', async () => {
    const { cookie, updateUser } = await signedIn('promoted@example.com');
    await updateUser({ role: 'admin' });
    expect(await sessionOf(cookie)).toMatchObject({
      user: { role: 'admin' },
      rights: { apps: ['app', 'manager'] },
    });
    await updateUser({ role: 'owner of everything' });
    expect(await sessionOf(cookie)).toMatchObject({ user: { role: 'user' } });
  });

  it('is invalid after its expiry', async () => {
    const { cookie, updateSession } = await signedIn('expired@example.com');
    await updateSession({ expires_at: inDays(-1) });
    expect(await sessionOf(cookie)).toBeNull();
  });

  it('is extended once a day, together with its cookie', async () => {
    const { cookie, updateSession } = await signedIn('daily@example.com');
    expect((await init(cookie)).headers.getSetCookie()).toEqual([]);
    await updateSession({ expires_at: inDays(28.5) });
    const [renewed] = (await init(cookie)).headers.getSetCookie();
    expect(renewed).toMatch(new RegExp(`^${product().slug}\\.session_token=.+Max-Age=2592000.*HttpOnly`));
    const { expiresAt } = await sessionOf(cookie);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 29.9 * DAY);
  });

  it('is rejected if the cookie’s signature is invalid', async () => {
    const { cookie } = await signedIn('forged@example.com');
    const [, signed = ''] = /session_token=([^;]+)/.exec(cookie) ?? [];
    const token = decodeURIComponent(signed).split('.')[0] ?? '';
    const sign = (secret: string) => createHmac('sha256', secret).update(token).digest('base64');
    const asCookie = (signature: string) =>
      `${product().slug}.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
    expect(await sessionOf(asCookie(sign(authSecret(server.settings))))).not.toBeNull();
    for (const signature of [sign('another secret'), '', 'x', sign(authSecret(server.settings)).slice(1)]) {
      expect(await sessionOf(asCookie(signature))).toBeNull();
    }
    expect(await sessionOf(`${product().slug}.session_token=%E0%A4%A`)).toBeNull();
    expect(await sessionOf(`${product().slug}.session_token=${token}`)).toBeNull();
  });

  it('never exposes its token', async () => {
    const visitor = server.browser();
    const entered = await visitor.enterCode(
      'secret@example.com',
      await visitor.askForCode('secret@example.com'),
    );
    const token = /session_token=([^.;]+)/.exec(visitor.cookies)?.[1] ?? '';
    expect(token).toMatch(/^\w{20,}$/);
    const responses = [
      await entered.text(),
      await (await visitor.fetch('/api/auth/get-session')).text(),
      await (await visitor.fetch('/api/auth/list-sessions')).text(),
      await (await visitor.fetch('/api/fn/init')).text(),
    ];
    for (const response of responses) expect(response).not.toContain(token);
  });

  it('can be ended through better-auth with its id, but only by its user', async () => {
    const { cookie, user } = await signedIn('owner@example.com');
    const { id } = await sessionOf(cookie);
    const revoke = (by: string) =>
      fetch(`${server.url}/api/auth/revoke-session`, {
        method: 'POST',
        headers: { cookie: by, 'content-type': 'application/json', origin: server.url },
        body: JSON.stringify({ token: id }),
      });
    await revoke(await server.signIn('thief@example.com'));
    expect(await sessionOf(cookie)).toMatchObject({ id, user: { id: user.id } });
    await revoke(await server.signIn('owner@example.com'));
    expect(await sessionOf(cookie)).toBeNull();
  });

  it('must be younger than a day for sensitive actions', async () => {
    const { cookie, updateSession } = await signedIn('old@example.com');
    const call = (path: string, json: object) =>
      fetch(`${server.url}/api/auth${path}`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', origin: server.url },
        body: JSON.stringify(json),
      });
    await updateSession({ created_at: inDays(-1.1) });
    for (const response of [
      await call('/delete-user', {}),
      await call('/email-otp/request-email-change', { newEmail: 'new@example.com' }),
    ]) {
      expect(await response.json()).toMatchObject({ code: 'SESSION_EXPIRED' });
    }
    await updateSession({ created_at: inDays(-0.9) });
    expect((await call('/delete-user', {})).status).toBe(200);
    expect(await sessionOf(cookie)).toBeNull();
  });
});
