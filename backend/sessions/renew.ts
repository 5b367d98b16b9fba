import type { Auth } from '#backend/auth/auth.ts';
import type { RenewSession } from './middleware.ts';

/** Lets better-auth put the session's end off, and hands its new cookie on. */
export function createRenewSession(auth: Auth): RenewSession {
  return async (req, res) => {
    const headers = new Headers({ cookie: req.headers.cookie ?? '' });
    const renewed = await auth.api.getSession({ headers, asResponse: true });
    for (const cookie of renewed.headers.getSetCookie()) res.append('Set-Cookie', cookie);
  };
}
