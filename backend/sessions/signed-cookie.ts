import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Returns the token inside a signed session cookie, or undefined if the signature is invalid. The format is
 * better-auth's: `token.signature`, URL-encoded, where the signature is an HMAC-SHA-256 in base64.
 */
export function readSignedToken(cookie: string, secret: string): string | undefined {
  const value = decoded(cookie);
  const at = value.lastIndexOf('.');
  if (at < 1) return undefined;
  const token = value.slice(0, at);
  const expected = createHmac('sha256', secret).update(token).digest();
  const given = Buffer.from(value.slice(at + 1), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

/** Signs a token and returns the value of its cookie. The inverse of `readSignedToken`. */
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
