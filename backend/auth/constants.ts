/** Every cookie of ours begins with it. */
export const COOKIE_PREFIX = 'bindery';

/** The full name of a cookie of ours, written as better-auth writes its own; over https browsers guard it by its name. */
export function cookieName(name: string, { secure }: { secure: boolean }): string {
  return `${secure ? '__Secure-' : ''}${COOKIE_PREFIX}.${name}`;
}

/** The cookie that carries a session's token. */
export const sessionCookie = (origin: { secure: boolean }): string => cookieName('session_token', origin);

/** How our cookies are kept: no script reads them, and no other site's page sends them along with a write. */
export const cookieAttributes = ({ secure }: { secure: boolean }) =>
  ({ httpOnly: true, secure, sameSite: 'lax', path: '/' }) as const;

/** How long a session lives after its last use; its end is put off once a day. */
export const SESSION_DAYS = 30;

/** A sensitive act wants a session that was begun less than this ago. */
export const FRESH_MS = 24 * 60 * 60 * 1000;

/** Carries the client's address to better-auth. We set it on every call, so a client cannot claim another. */
export const CLIENT_ADDRESS_HEADER = 'x-bindery-client-address';
