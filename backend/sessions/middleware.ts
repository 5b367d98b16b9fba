import type { RequestHandler, Response } from 'express';
import { ApiError } from '#backend/http/api-error.ts';
import type { FindSession, KnownSession } from './session-store.ts';
import type { WayBack } from '../impersonation/restore-admin-session.ts';

/** Puts a session's end off again, on the answer under way. */
export type RenewSession = (req: Parameters<RequestHandler>[0], res: Response) => Promise<void>;

interface Ways {
  readonly find: FindSession;
  readonly renew: RenewSession;
  readonly comeBack: WayBack;
}

/**
 * Finds out whose request it is, for all guards and handlers below; it refuses nobody.
 * The session's end is put off once a day.
 */
export function knowVisitor({ find, renew, comeBack }: Ways): RequestHandler {
  return async (req, res, next) => {
    const session = (await find(req)) ?? (await comeBack(req, res));
    res.locals.session = session;
    if (session?.needsRenewal) await renew(req, res);
    next();
  };
}

/** The session of the request, if it has one. */
export function sessionOf(res: Response): KnownSession | null {
  return (res.locals.session as KnownSession | null | undefined) ?? null;
}

/**
 * The session of a request that must have one.
 * @throws ApiError UNAUTHENTICATED when it has none.
 */
export function signedIn(res: Response): KnownSession {
  const session = sessionOf(res);
  if (!session) throw new ApiError('UNAUTHENTICATED');
  return session;
}

/** Lets only signed-in people through: others get 401. */
export const requireSession: RequestHandler = (_req, res, next) => {
  signedIn(res);
  next();
};

/** Lets only people through whose role may do this: 401 without a session, 403 without the right. */
export function requireRight(resource: string, action: string): RequestHandler {
  return (_req, res, next) => {
    if (!signedIn(res).rights[resource]?.includes(action)) throw new ApiError('FORBIDDEN');
    next();
  };
}
