import type { Request } from 'express';

/** The scheme of RFC 6750. What follows it may be nothing: that is a wrong token, not none. */
const BEARER = /^bearer(?: +(.*))?$/i;

/** Returns the token of an `Authorization: Bearer` header; undefined without one, also where the scheme is another. */
export function bearerToken({ headers }: Pick<Request, 'headers'>): string | undefined {
  const given = headers.authorization;
  if (given === undefined) return undefined;
  const found = BEARER.exec(given.trim());
  return found ? (found[1] ?? '').trim() : undefined;
}
