import { noExtensions } from '@bindery/backend/extend/load-extensions.ts';
import type { HttpClient } from '@bindery/backend/testing/browser.ts';
import { ADMIN, startServer, type TestServer } from '@bindery/backend/testing/server.ts';
import { product } from '@bindery/contract/api/product.ts';
import { townLibrary } from '@bindery/contract/testing/town-library.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeveloperRoutes } from './routes.ts';
import { StatementLog } from './statement-log.ts';

let server: TestServer;

beforeAll(async () => {
  const developerRoutes = createDeveloperRoutes(new StatementLog());
  server = await startServer({}, townLibrary, noExtensions, { developerRoutes });
});
afterAll(() => server?.close());

async function developer(): Promise<HttpClient> {
  const browser = server.browser();
  await browser.signIn(ADMIN);
  return browser;
}

const view = (browser: HttpClient, role: string) =>
  browser.call('/api/developers/view-as', { json: { role } });
const stop = (browser: HttpClient) => browser.call('/api/developers/stop-viewing', { method: 'POST' });
const session = async (browser: HttpClient) => (await browser.call('/api/fn/init')).body.session;

describe('to view the product as a role', () => {
  it.each([
    ['chief', ADMIN],
    ['reader', 'user@example.com'],
    ['librarian', 'librarian@example.com'],
  ])('signs in as the account of %s, which is created if missing, and stops', async (role, email) => {
    const browser = await developer();
    const { user } = await session(browser);
    expect((await view(browser, role)).status).toBe(204);
    expect(await session(browser)).toMatchObject({ user: { email, role }, impersonatedBy: null });
    expect(browser.cookies).toContain(`${product().slug}.viewing_as=${role}`);
    expect((await stop(browser)).status).toBe(204);
    expect(await session(browser)).toMatchObject({ user: { id: user.id } });
    expect(browser.cookies).not.toMatch(/own_session|viewing_as/);
  });

  it('signs out for public, which reads the public data, and stops', async () => {
    const browser = await developer();
    expect((await view(browser, 'public')).status).toBe(204);
    expect(await session(browser)).toBeNull();
    expect((await browser.call('/api/users')).status).toBe(401);
    expect((await browser.call('/api/books')).status).toBe(200);
    await stop(browser);
    expect((await browser.call('/api/users')).status).toBe(200);
  });

  it('is limited to users who administer users', async () => {
    const [stranger, reader] = [server.browser(), server.browser()];
    await reader.signIn('user@example.com');
    expect((await view(stranger, 'public')).status).toBe(401);
    expect((await view(reader, 'chief')).status).toBe(403);
    expect(await session(reader)).toMatchObject({ user: { role: 'reader' } });
  });

  it.each(['nobody', '__proto__', '', 'a'.repeat(101), 'قارئ'])('rejects the role %j', async (role) => {
    const browser = await developer();
    expect(await view(browser, role)).toMatchObject({ status: 400, body: { errors: { role: [{}] } } });
    expect(await session(browser)).toMatchObject({ user: { email: ADMIN } });
  });

  it('rejects a role whose only account is banned, and uses another user of the role', async () => {
    const browser = await developer();
    const users = () => server.database.kysely.updateTable('users').where('email', '=', 'user@example.com');
    await users().set({ banned: true }).execute();
    expect(await view(browser, 'reader')).toMatchObject({
      status: 409,
      body: { message: 'user@example.com has another role, or is banned.' },
    });
    const other = server.browser();
    await other.signIn('other@example.com');
    expect((await view(browser, 'reader')).status).toBe(204);
    expect(await session(browser)).toMatchObject({ user: { email: 'other@example.com' } });
    await users().set({ banned: false }).execute();
  });

  it('keeps the developer’s own session from view to view, and ends the session of the role', async () => {
    const browser = await developer();
    await view(browser, 'chief');
    const before = browser.cookies;
    await view(browser, 'reader');
    const late = await fetch(`${server.url}/api/users`, { headers: { cookie: before } });
    expect(late.status).toBe(401);
    await stop(browser);
    expect(await session(browser)).toMatchObject({ user: { email: ADMIN } });
  });

  it('restores no session after a separate sign-in or sign-out in this browser', async () => {
    const signedIn = await developer();
    await view(signedIn, 'public');
    await signedIn.signIn('user@example.com');
    await stop(signedIn);
    expect(await session(signedIn)).toMatchObject({ user: { email: 'user@example.com' } });

    const signedOut = await developer();
    await view(signedOut, 'reader');
    await signedOut.call('/api/auth/sign-out', { json: {} });
    await stop(signedOut);
    expect(await session(signedOut)).toBeNull();
  });

  it('is rejected from another site, and does not restore a forged session', async () => {
    const browser = await developer();
    const headers = { origin: 'https://example.org' };
    expect(
      (await browser.call('/api/developers/view-as', { json: { role: 'public' }, headers })).status,
    ).toBe(403);
    const forged = `${product().slug}.own_session=${encodeURIComponent('token .c2lnbmF0dXJl')}`;
    const response = await fetch(`${server.url}/api/developers/stop-viewing`, {
      method: 'POST',
      headers: { cookie: forged, origin: server.url },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('set-cookie')).not.toContain('session_token');
  });

  it('exists on no other server', async () => {
    const url = await server.sibling();
    const { cookies } = await developer();
    for (const path of ['view-as', 'stop-viewing']) {
      const response = await fetch(`${url}/api/developers/${path}`, {
        method: 'POST',
        headers: { cookie: cookies, origin: server.url, 'content-type': 'application/json' },
        body: JSON.stringify({ role: 'public' }),
      });
      expect({ path, status: response.status }).toEqual({ path, status: 404 });
    }
  });
});
