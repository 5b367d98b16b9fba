/** Every cookie of ours begins with it. */
export const COOKIE_PREFIX = 'bindery';

/** The cookie that carries a session's token. */
export function sessionCookie({ secure }: { secure: boolean }): string {
  return `${secure ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`;
}

/** How long a session lives after its last use; its end is put off once a day. */
export const SESSION_DAYS = 30;

/** A sensitive act wants a session that was begun less than this ago. */
export const FRESH_MS = 24 * 60 * 60 * 1000;

/** Carries the client's address to better-auth. We set it on every call, so a client cannot claim another. */
export const CLIENT_ADDRESS_HEADER = 'x-bindery-client-address';
