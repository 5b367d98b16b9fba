import type { Auth } from '#backend/access/auth/auth.ts';
import { normalizeCookies } from '#backend/kernel/http/cookies.ts';
import type { RenewSession } from './middleware.ts';

/**
 * Creates the function that extends a session through better-auth and copies its new cookie to the response.
 */
export function createRenewSession(auth: Auth): RenewSession {
  return async (req, res) => {
    const headers = new Headers({ cookie: normalizeCookies(req.headers.cookie ?? '') });
    const renewed = await auth.api.getSession({ headers, asResponse: true });
    for (const cookie of renewed.headers.getSetCookie()) res.append('Set-Cookie', cookie);
  };
}
