import { createHash } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';
import { cookieAttributes, cookieName, SESSION_DAYS, sessionCookie } from '#backend/auth/constants.ts';
import { readCookie, withoutCookie } from '#backend/http/cookies.ts';
import { guardedPath } from '#backend/http/normalize-path.ts';
import type { FindSession, RequestSession } from '../sessions/session-store.ts';
import { readSignedToken, signToken } from '../sessions/signed-cookie.ts';

/** Where better-auth keeps the session of an admin who acts as somebody else: `token:`, signed. */
export const ADMIN_COOKIE = 'admin_session';
/** Says which session was begun with it. */
export const IMPERSONATION_COOKIE = 'acting';
/** better-auth's mark of a session that ends with the browser, as one of an admin who acts as somebody else does. */
const SHORT_COOKIE = 'dont_remember';

/** What ties the two sessions together, without telling a token. */
export function pairSignature({ acting, own }: { acting: string; own: string }): string {
  return createHash('sha256').update(`${acting} ${own}`).digest('base64url');
}

/** Gives an admin their own session back; null where there is none to come back to. */
export type RestoreAdminSession = (req: Request, res: Response) => Promise<RequestSession | null>;

/**
 * The way back of an admin whose time as somebody else is over. Only pages take it: whatever else was on its way
 * when the time ended was meant to happen as somebody else, and is refused.
 */
export function createRestoreAdminSession(options: {
  find: FindSession;
  /** Ends what is left of the session that was begun as somebody else. */
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
    const signedOf = (name: string) => readSignedToken(readCookie(cookie, name) ?? '', secret);
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
