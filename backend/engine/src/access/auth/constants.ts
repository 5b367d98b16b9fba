import { product } from '@bindery/contract/api/product.ts';

/** Returns the full name of a cookie in better-auth's format, with the `__Secure-` prefix over https. */
export function cookieName(name: string, { secure }: { secure: boolean }): string {
  return `${secure ? '__Secure-' : ''}${product().slug}.${name}`;
}

/** Returns the name of the session cookie. */
export const sessionCookie = (origin: { secure: boolean }): string => cookieName('session_token', origin);

/** Returns the attributes of all cookies: hidden from scripts, and not sent with cross-site writes. */
export const cookieAttributes = ({ secure }: { secure: boolean }) =>
  ({ httpOnly: true, secure, sameSite: 'lax', path: '/' }) as const;

/** Lifetime of a session after its last use. The expiry is extended once a day. */
export const SESSION_DAYS = 30;

/** Header with the client's IP address for better-auth. Always overwritten, so clients cannot spoof it. */
export const CLIENT_ADDRESS_HEADER = 'x-internal-client-address';
