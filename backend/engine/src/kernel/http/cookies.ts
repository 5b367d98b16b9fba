import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifyCookie } from 'cookie';

/** Names that Set-Cookie can define (RFC 6265). Other pairs in a Cookie header are ignored. */
const COOKIE_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Returns the raw, undecoded value of a cookie; undefined if the header has no cookie of that name. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  return header === undefined ? undefined : parseCookie(header, { decode: String })[name];
}

/**
 * Returns a normalized Cookie header, with the first cookie of each name, so that another parser reads the
 * same cookies as `readCookie`: parsers disagree on repeated names and on spaces before the `=`.
 */
export function normalizeCookies(header: string): string {
  const cookies = Object.entries(parseCookie(header)).filter(([name]) => COOKIE_NAME.test(name));
  return stringifyCookie(Object.fromEntries(cookies));
}

/** Returns a Cookie header without the cookie of the given name, in the form of `normalizeCookies`. */
export function withoutCookie(header: string, name: string): string {
  return stringifyCookie({ ...parseCookie(normalizeCookies(header)), [name]: undefined });
}

/**
 * Returns the token inside a signed cookie; undefined if there is none, or its signature is invalid. The
 * format is better-auth's: `token.signature`, URL-encoded, with an HMAC-SHA-256 signature in base64.
 */
export function readSignedCookie(
  header: string | undefined,
  { name, secret }: { name: string; secret: string },
): string | undefined {
  const value = decoded(readCookie(header, name) ?? '');
  const at = value.lastIndexOf('.');
  if (at < 1) return undefined;
  const token = value.slice(0, at);
  const expected = createHmac('sha256', secret).update(token).digest();
  const given = Buffer.from(value.slice(at + 1), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

/** Signs a token and returns its cookie value. The inverse of `readSignedCookie`. */
export function signToken(token: string, secret: string): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return encodeURIComponent(`${token}.${signature}`);
}

function decoded(cookie: string) {
  try {
    return decodeURIComponent(cookie);
  } catch {
    return '';
  }
}
