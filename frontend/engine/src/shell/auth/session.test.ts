// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionWith } from '#frontend/testing/sessions.ts';

const session = sessionWith({ apps: ['app'] });
let response: object;
let calls = 0;

/** Opens another tab of the same browser. */
async function openTab() {
  vi.resetModules();
  const tab = await import('./session.ts');
  tab.setSession(session);
  tab.followSession();
  return tab;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  calls = 0;
  response = { session };
  vi.stubGlobal('fetch', async () => {
    calls++;
    return Response.json(response);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a session that ends in one tab ends in the others at once, which each fetch it once', async () => {
  const [one, other, third] = [await openTab(), await openTab(), await openTab()];
  response = { session: null };
  await one.refreshSession();
  expect(one.currentSession()).toBeNull();
  await vi.waitFor(
    () => expect([other.currentSession(), third.currentSession()]).toEqual([null, null]),
    1000,
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(calls).toBe(3);
});

test('an unchanged session notifies no subscriber', async () => {
  const [one] = [await openTab(), await openTab()];
  await one.refreshSession();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(calls).toBe(1);
});

test('a session that was revoked elsewhere ends within a minute, and when the page comes into view', async () => {
  const tab = await openTab();
  response = { session: null };
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(tab.currentSession()).toBeNull());
  tab.setSession(session);
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(() => expect(tab.currentSession()).toBeNull());
});

test('a page reloads if its user moves to other rows, in another tab or elsewhere', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { ...location, reload });
  const [one] = [await openTab(), await openTab()];
  one.setSession({ ...session, actingAs: 'north' });
  response = { session: { ...session, actingAs: 'south' } };
  await one.refreshSession();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), 1000);
});

test('a sign-in in another tab reloads the login pages, and no other page for all', async () => {
  for (const [pathname, isReloaded] of Object.entries({ '/login/verify': true, '/news': false })) {
    const reload = vi.fn();
    vi.stubGlobal('location', { pathname, reload });
    const [one, other] = [await openTab(), await openTab()];
    for (const tab of [one, other]) tab.setSession(null);
    await one.refreshSession();
    await vi.waitFor(() => expect(other.currentSession()).toEqual(session), 1000);
    expect(reload.mock.calls.length > 0, pathname).toBe(isReloaded);
  }
});

test('a write states as whom the page was opened, and a read does not', async () => {
  const tab = await openTab();
  response = { settings: { isDemo: false }, session };
  await (await import('../http/init.ts')).startInit();
  tab.setSession({ ...session, actingAs: 'north' });
  const sent = vi.fn(async (_url: string, _call: RequestInit) => Response.json({}));
  vi.stubGlobal('fetch', sent);
  const { send } = await import('../http/http.ts');
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE'])
    await send({ url: '/api/books', method, headers: {} });
  const stated = sent.mock.calls.map(([, { headers }]) => new Headers(headers).get('x-acting-as'));
  expect(stated).toEqual([null, 'north', 'north', 'north']);
});

test('without a connection the session stays', async () => {
  const tab = await openTab();
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  document.dispatchEvent(new Event('visibilitychange'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(tab.currentSession()).toEqual(session);
});
