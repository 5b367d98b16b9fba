import { createHash } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';
import { cookieAttributes, cookieName, SESSION_DAYS, sessionCookie } from '#backend/access/auth/constants.ts';
import type { FindSession } from '#backend/access/sessions/session-store.ts';
import { readSignedCookie, signToken, withoutCookie } from '#backend/kernel/http/cookies.ts';
import type { RequestSession } from '#backend/kernel/http/request-context.ts';
import { guardedPath } from '#backend/kernel/http/request-guard.ts';

/** better-auth's cookie with the session of an impersonating admin: `token:`, signed. */
export const ADMIN_COOKIE = 'admin_session';
/** The cookie that ties the admin's session to the impersonation session started from it. */
export const IMPERSONATION_COOKIE = 'acting';
/** better-auth's cookie for sessions that end when the browser closes, such as impersonation sessions. */
const SHORT_COOKIE = 'dont_remember';

/** Returns a hash that identifies a pair of sessions without revealing their tokens. */
export function pairSignature({ acting, own }: { acting: string; own: string }): string {
  return createHash('sha256').update(`${acting} ${own}`).digest('base64url');
}

/** Restores the admin's own session and returns it; null if there is none to restore. */
type RestoreAdminSession = (req: Request, res: Response) => Promise<RequestSession | null>;

/**
 * Creates the function that restores the admin's session when impersonation expires. It only does so for page
 * requests: any other request was meant to run as the impersonated user, and must not run as the admin.
 */
export function createRestoreAdminSession(options: {
  find: FindSession;
  /** Ends the expired impersonation session. */
  end: (token: string) => Promise<unknown>;
  secret: string;
  secure: boolean;
}): RestoreAdminSession {
  const { find, end, secret, secure } = options;
  const named = (cookie: string) => cookieName(cookie, { secure });
  const current = sessionCookie({ secure });
  const attributes: CookieOptions = { ...cookieAttributes({ secure }), encode: String };
  return async (req, res) => {
    const { cookie = '' } = req.headers;
    const signedOf = (name: string) => readSignedCookie(cookie, { name, secret });
    const acting = signedOf(current);
    const own = signedOf(named(ADMIN_COOKIE))?.split(':')[0];
    if (!acting || !own || !opensPage(req)) return null;
    if (signedOf(named(IMPERSONATION_COOKIE)) !== pairSignature({ acting, own })) return null;

    const value = signToken(own, secret);
    const restored = `${withoutCookie(cookie, current)}; ${current}=${value}`;
    const session = await find({ headers: { cookie: restored } });
    if (!session) return null;
    await end(acting);
    req.headers.cookie = restored;
    res.cookie(current, value, { ...attributes, maxAge: SESSION_DAYS * 24 * 60 * 60 * 1000 });
    for (const gone of [ADMIN_COOKIE, IMPERSONATION_COOKIE, SHORT_COOKIE])
      res.cookie(named(gone), '', { ...attributes, maxAge: 0 });
    return session;
  };
}

function opensPage(req: Request) {
  const path = guardedPath(req);
  return path === '/api/fn/init' || (req.method === 'GET' && !/^\/api(\/|$)/.test(path));
}
