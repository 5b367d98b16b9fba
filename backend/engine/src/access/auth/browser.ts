import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { readCookie } from '#backend/kernel/http/cookies.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import { cookieAttributes, cookieName } from './constants.ts';

const SECRET = /^[\w-]{43}$/;
const COOKIE_DAYS = 400;

/**
 * Identifies the browser by its HttpOnly cookie, which it sets if it is missing.
 *
 * @returns a hash of the cookie's secret, so that stored data cannot be used to impersonate the browser.
 */
export function identifyBrowser(
  req: Request,
  res: Response,
  { isSecure: secure }: Pick<Settings, 'isSecure'>,
): string {
  const name = cookieName('browser', { secure });
  const known = readCookie(req.headers.cookie, name);
  const secret = known && SECRET.test(known) ? known : randomBytes(32).toString('base64url');
  if (secret !== known) {
    res.cookie(name, secret, {
      ...cookieAttributes({ secure }),
      maxAge: COOKIE_DAYS * 24 * 60 * 60 * 1000,
    });
  }
  return createHash('sha256').update(secret).digest('base64url');
}
