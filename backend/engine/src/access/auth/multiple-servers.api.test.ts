import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '#backend/testing/browser.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';

let server: TestServer;
let sibling: string;
beforeAll(async () => {
  server = await startServer();
  sibling = await server.sibling();
});
afterAll(() => server?.close());

const guess = (browser: HttpClient, at: string, email: string, otp: string) =>
  browser.fetch(`${at}/api/auth/sign-in/email-otp`, { json: { email, otp } });
const me = async (browser: HttpClient, at: string) =>
  (await (await browser.fetch(`${at}/api/fn/init`)).json()).session?.user;
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('two servers on one database', () => {
  it('accept codes that the other one sent, and sessions that the other one created', async () => {
    const browser = server.browser();
    const code = await browser.askForCode('traveller@example.com');
    expect((await guess(browser, sibling, 'traveller@example.com', code)).status).toBe(200);
    expect(await me(browser, server.url)).toMatchObject({ email: 'traveller@example.com' });
  });

  it('share the count of a code’s attempts, even for concurrent requests', async () => {
    const email = 'shared@example.com';
    const browser = server.browser();
    const code = await browser.askForCode(email);
    const guesses = Array.from({ length: 40 }, (_, number) =>
      guess(browser, number % 2 ? sibling : server.url, email, otherCode(code)),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(37);
    expect((await guess(browser, sibling, email, code)).status).toBe(403);
  });

  it('both apply a ban, a new role and a sign-out from the next request on', async () => {
    const admin = server.browser();
    await admin.signIn(ADMIN);
    const browser = server.browser();
    await browser.signIn('moved@example.com');
    const { id } = await me(browser, sibling);

    await admin.fetch(`/api/users/${id}`, { method: 'PATCH', json: { role: 'admin' } });
    expect(await me(browser, sibling)).toMatchObject({ role: 'admin' });
    await admin.fetch(`/api/users/${id}/ban`, { json: {} });
    expect(await me(browser, sibling)).toBeUndefined();

    const leaver = server.browser();
    await leaver.signIn('leaver@example.com');
    const kept = leaver.cookies;
    await leaver.fetch(`${sibling}/api/auth/sign-out`, { json: {} });
    const after = await fetch(`${server.url}/api/fn/init`, { headers: { cookie: kept } });
    expect((await after.json()).session).toBeNull();
  });
});
