import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestHandler } from 'express';
import { FRESH_MS } from '#backend/auth/constants.ts';
import { ApiError } from '#backend/http/api-error.ts';
import { sessionOf } from './middleware.ts';
import type { RequestSession } from './session-store.ts';

const current = new AsyncLocalStorage<RequestSession | null>();

/** Lets everything that happens below know on whose behalf it happens, also where no request is at hand. */
export const withRequestSession: RequestHandler = (_req, res, next) => current.run(sessionOf(res), next);

/** The session of the request under way; null where there is none. */
export function sessionHere(): RequestSession | null {
  return current.getStore() ?? null;
}

/** The user who acts: the admin, where one acts as somebody else. Null where nobody is signed in. */
export function currentActor(): string | null {
  const session = sessionHere();
  return session ? (session.impersonatedBy ?? session.user.id) : null;
}

/**
 * Lets only users go on who have signed in within a day; what no visitor has asked for goes on as well.
 *
 * @throws ApiError SESSION_EXPIRED, upon which pages lead to signing in again and back.
 */
export function requireFreshSession(): void {
  const session = sessionHere();
  if (session && Date.now() - session.createdAt.getTime() >= FRESH_MS) throw new ApiError('SESSION_EXPIRED');
}
