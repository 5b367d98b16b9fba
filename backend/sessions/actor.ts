import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestHandler } from 'express';
import { FRESH_MS } from '#backend/auth/constants.ts';
import { ApiError } from '#backend/http/api-error.ts';
import { sessionOf } from './middleware.ts';
import type { RequestSession } from './session-store.ts';

const current = new AsyncLocalStorage<RequestSession | null>();

/** Stores the request's session in AsyncLocalStorage, for code that has no access to the request. */
export const withRequestSession: RequestHandler = (_req, res, next) => current.run(sessionOf(res), next);

/** Returns the session of the current request; null if there is no request or session. */
export function currentRequestSession(): RequestSession | null {
  return current.getStore() ?? null;
}

/** Returns the id of the acting user: the admin's during impersonation. Null if no user is signed in. */
export function currentActor(): string | null {
  const session = currentRequestSession();
  return session ? (session.impersonatedBy ?? session.user.id) : null;
}

/**
 * Requires a session that was created within the last 24 hours. Does nothing without a session, as in
 * background work.
 *
 * @throws ApiError SESSION_EXPIRED, upon which pages redirect to sign in again and back.
 */
export function requireFreshSession(): void {
  const session = currentRequestSession();
  if (session && Date.now() - session.createdAt.getTime() >= FRESH_MS) throw new ApiError('SESSION_EXPIRED');
}
