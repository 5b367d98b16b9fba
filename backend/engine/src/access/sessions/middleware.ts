import { ACTING_AS } from '@bindery/contract/records/init.ts';
import type { FixedRight } from '@bindery/contract/records/rights.ts';
import type { Request, RequestHandler, Response } from 'express';
import type { Auth } from '#backend/access/auth/auth.ts';
import { type Actor, isReadOnly, isUser, type UserActor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { normalizeCookies } from '#backend/kernel/http/cookies.ts';
import { bearerToken, contextOf, type RequestSession } from '#backend/kernel/http/request-context.ts';
import type { FindSession } from './session-store.ts';

/** Extends a session's expiry and sets its cookie on the response. */
type RenewSession = (req: Request, res: Response) => Promise<void>;

/** Returns the session of an API key's user. Throws an ApiError for an unusable key. */
export type FindByKey = (given: { req: Request; res: Response; key: string }) => Promise<RequestSession>;

interface SessionLoaders {
  readonly find: FindSession;
  /** Undefined if keys have no effect, as for pages, which are for browsers. */
  readonly findByKey: FindByKey | undefined;
  readonly renew: RenewSession;
  /** Returns the session to continue with if the request has none, such as an admin's after impersonation. */
  readonly restore: (req: Request, res: Response) => Promise<RequestSession | null>;
  /** Throws for a request that an admin may not make during impersonation. */
  readonly checkImpersonated: (req: Request) => void;
  /** Throws for a page that was opened by another user, or as a user with other rows. */
  readonly checkActing: (req: Request, session: RequestSession) => void;
}

/**
 * Returns middleware that loads the request's session, or an API key's user, for all later guards and
 * handlers. It rejects invalid keys, what an impersonating admin may not do, and writes of pages for another
 * user. Extends the session's expiry once a day.
 */
export function loadSession({
  find,
  findByKey,
  renew,
  restore,
  checkImpersonated,
  checkActing,
}: SessionLoaders): RequestHandler {
  return async (req, res, next) => {
    const key = findByKey && bearerToken(req);
    const session =
      findByKey && key !== undefined
        ? await findByKey({ req, res, key })
        : ((await find(req)) ?? (await restore(req, res)));
    contextOf(res).session = session;
    if (session && req.headers[ACTING_AS] !== undefined) checkActing(req, session);
    if (session?.impersonatedBy) checkImpersonated(req);
    if (session?.needsRenewal) await renew(req, res);
    next();
  };
}

/** Returns the session of the request, or null. */
export function sessionOf(res: Response): RequestSession | null {
  return contextOf(res).session;
}

/**
 * Returns the session of the request.
 * @throws ApiError UNAUTHENTICATED if it has none.
 */
export function requireSessionOf(res: Response): RequestSession {
  const session = sessionOf(res);
  if (!session) throw new ApiError('UNAUTHENTICATED');
  return session;
}

/**
 * Requires that the request's API key, if any, may write.
 * @throws ApiError API_KEY_READ_ONLY.
 */
export function requireWritingKey(res: Response): void {
  if (isReadOnly(actorOf(res))) throw new ApiError('API_KEY_READ_ONLY');
}

/** Returns the actor of the request. */
export const actorOf = (res: Response): Actor => contextOf(res).actor;

/**
 * Returns the signed-in user who sent the request.
 * @throws ApiError UNAUTHENTICATED without a session.
 */
export function requireActorOf(res: Response): UserActor {
  const actor = actorOf(res);
  if (!isUser(actor)) throw new ApiError('UNAUTHENTICATED');
  return actor;
}

/** Middleware that requires a session: throws ApiError UNAUTHENTICATED (401) without one. */
export const requireSession: RequestHandler = (_req, res, next) => {
  requireSessionOf(res);
  next();
};

/** Returns middleware that requires a right outside the entries: 401 without a session, 403 without it. */
export const requireFixedRight =
  (...[resource, action]: FixedRight): RequestHandler =>
  (_req, res, next) => {
    if (!requireSessionOf(res).rights[resource]?.includes(action)) throw new ApiError('FORBIDDEN');
    next();
  };

/** Creates the function that extends a session with better-auth and copies the new cookie to the response. */
export function createRenewSession(auth: Auth): RenewSession {
  return async (req, res) => {
    const headers = new Headers({ cookie: normalizeCookies(req.headers.cookie ?? '') });
    const renewed = await auth.api.getSession({ headers, asResponse: true });
    for (const cookie of renewed.headers.getSetCookie()) res.append('Set-Cookie', cookie);
  };
}
