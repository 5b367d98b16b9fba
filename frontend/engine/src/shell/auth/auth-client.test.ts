import { expect, test } from 'vitest';
import { refreshesSession } from './auth-client.ts';

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
