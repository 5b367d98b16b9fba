// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
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

beforeEach(async () => {
  server.install();
  server.on('GET /api/fn/init', { body: { settings: { isDemo: false }, session: null } });
  await startInit();
  server.on('GET /api/fn/init', { status: 503 });
});

test.each([
  ['/update-user', 'the session remains', true],
  ['/sign-out', 'nobody is signed in', false],
  ['/delete-user', 'nobody is signed in', false],
])('%s succeeds although the session cannot be read afterwards: %s', async (path, _, remains) => {
  server.on(`POST /api/auth${path}`, { body: {} });
  setSession(sessionWith({}));
  await callAuth(path);
  expect(currentSession() !== null).toBe(remains);
});

test('a sign-in fails if the session cannot be read afterwards', async () => {
  server.on('POST /api/auth/sign-in/email-otp', { body: {} });
  await expect(callAuth('/sign-in/email-otp')).rejects.toThrow('503');
});
