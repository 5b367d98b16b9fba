import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The token inside a signed session cookie, or undefined when the signature is not ours.
 * The format is better-auth's: `token.signature`, the signature an HMAC-SHA-256 in base64, all of it URL-encoded.
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

/** The other way round: the value of a cookie that carries a token. */
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
