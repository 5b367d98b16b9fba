import type { RequestHandler, Response } from 'express';
import { ApiError } from '#backend/http/api-error.ts';
import type { FixedRight } from '#contract/rights.ts';
import type { RestoreAdminSession } from '../impersonation/restore-admin-session.ts';
import type { FindSession, RequestSession } from './session-store.ts';

/** Extends a session's expiry and sets its cookie on the response. */
export type RenewSession = (req: Parameters<RequestHandler>[0], res: Response) => Promise<void>;

interface SessionLoaders {
  readonly find: FindSession;
  readonly renew: RenewSession;
  readonly restoreAdminSession: RestoreAdminSession;
}

/**
 * Returns middleware that loads the request's session for all guards and handlers after it. It rejects no
 * request. Extends the session's expiry once a day.
 */
export function loadSession({ find, renew, restoreAdminSession }: SessionLoaders): RequestHandler {
  return async (req, res, next) => {
    const session = (await find(req)) ?? (await restoreAdminSession(req, res));
    res.locals.session = session;
    if (session?.needsRenewal) await renew(req, res);
    next();
  };
}

/** Returns the session of the request, or null. */
export function sessionOf(res: Response): RequestSession | null {
  return (res.locals.session as RequestSession | null | undefined) ?? null;
}

/**
 * Returns the session of the request.
 *
 * @throws ApiError UNAUTHENTICATED if it has none.
 */
export function requireSessionOf(res: Response): RequestSession {
  const session = sessionOf(res);
  if (!session) throw new ApiError('UNAUTHENTICATED');
  return session;
}

/** Middleware that requires a session: throws ApiError UNAUTHENTICATED (401) without one. */
export const requireSession: RequestHandler = (_req, res, next) => {
  requireSessionOf(res);
  next();
};

/** Returns middleware that requires a right: 401 without a session, 403 without the right. */
export function requireRight(...[resource, action]: FixedRight): RequestHandler {
  return (_req, res, next) => {
    if (!requireSessionOf(res).rights[resource]?.includes(action)) throw new ApiError('FORBIDDEN');
    next();
  };
}
