// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { sessionWith } from '#frontend/testing/sessions.ts';
import { startInit } from '../http/init.ts';
import { callAuth, refreshesSession } from './auth-client.ts';
import { currentSession, setSession } from './session.ts';

test.each([
  '/sign-out',
  '/update-user',
  '/delete-user',
  '/verify-email',
  '/sign-in/email-otp',
  '/sign-up/email',
])('the session is fetched again after %s', (path) => expect(refreshesSession(path)).toBe(true));

test.each(['/email-otp/send-verification-otp', '/revoke-sessions', '/get-session', '/sign-in'])(
  'the session is not fetched again after %s',
  (path) => expect(refreshesSession(path)).toBe(false),
);

const server = new HttpStandIn();

afterEach(() => vi.unstubAllGlobals());

beforeEach(async () => {
  server.install();
  server.on('GET /api/fn/init', { body: { settings: { isDemo: false }, session: null } });
  await startInit();
  server.on('GET /api/fn/init', { status: 503 });
});

test('a name is changed although the session cannot be read afterwards', async () => {
  server.on('POST /api/auth/update-user', { body: {} });
  setSession(sessionWith({}));
  await callAuth('/update-user');
  expect(currentSession()).not.toBeNull();
});

test.each(['/sign-in/email-otp', '/sign-out', '/delete-user'])(
  'the page is reloaded if the session cannot be read after %s, which is not reported as failed',
  async (path) => {
    server.on(`POST /api/auth${path}`, { body: {} });
    const reload = vi.fn();
    vi.stubGlobal('location', { ...location, reload });
    const settled = vi.fn();
    void callAuth(path).finally(settled);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(settled).not.toHaveBeenCalled();
  },
);
