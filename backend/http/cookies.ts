import { parseCookie, stringifyCookie } from 'cookie';

/** Names that Set-Cookie can define (RFC 6265). Other pairs of a Cookie header are nobody's. */
const COOKIE_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Returns the raw, undecoded value of a cookie; undefined if the header has no cookie of that name. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  return header === undefined ? undefined : parseCookie(header, { decode: String })[name];
}

/**
 * Returns a Cookie header written anew, with the first cookie of each name, for another parser to read the same
 * cookies as `readCookie`: parsers disagree on repeated names and on spaces before the `=`.
 */
export function normalizeCookies(header: string): string {
  const cookies = Object.entries(parseCookie(header)).filter(([name]) => COOKIE_NAME.test(name));
  return stringifyCookie(Object.fromEntries(cookies));
}

/** Returns a Cookie header without the cookie of the given name, in the form of `normalizeCookies`. */
export function withoutCookie(header: string, name: string): string {
  return stringifyCookie({ ...parseCookie(normalizeCookies(header)), [name]: undefined });
}
