import type { RequestHandler, Response } from 'express';
import { ApiError } from '#backend/http/api-error.ts';
import type { RestoreAdminSession } from '../impersonation/restore-admin-session.ts';
import type { FindSession, RequestSession } from './session-store.ts';

/** Puts a session's end off again, on the answer under way. */
export type RenewSession = (req: Parameters<RequestHandler>[0], res: Response) => Promise<void>;

interface SessionLoaders {
  readonly find: FindSession;
  readonly renew: RenewSession;
  readonly restoreAdminSession: RestoreAdminSession;
}

/**
 * Finds out whose request it is, for all guards and handlers below; it refuses nobody.
 * The session's end is put off once a day.
 */
export function loadSession({ find, renew, restoreAdminSession }: SessionLoaders): RequestHandler {
  return async (req, res, next) => {
    const session = (await find(req)) ?? (await restoreAdminSession(req, res));
    res.locals.session = session;
    if (session?.needsRenewal) await renew(req, res);
    next();
  };
}

/** The session of the request, if it has one. */
export function sessionOf(res: Response): RequestSession | null {
  return (res.locals.session as RequestSession | null | undefined) ?? null;
}

/**
 * The session of a request that must have one.
 * @throws ApiError UNAUTHENTICATED when it has none.
 */
export function requireSessionOf(res: Response): RequestSession {
  const session = sessionOf(res);
  if (!session) throw new ApiError('UNAUTHENTICATED');
  return session;
}

/** Lets only signed-in users through: others get 401. */
export const requireSession: RequestHandler = (_req, res, next) => {
  requireSessionOf(res);
  next();
};

/** Lets only users through whose role may do this: 401 without a session, 403 without the right. */
export function requireRight(resource: string, action: string): RequestHandler {
  return (_req, res, next) => {
    if (!requireSessionOf(res).rights[resource]?.includes(action)) throw new ApiError('FORBIDDEN');
    next();
  };
}
