import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { readCookie } from '#backend/http/cookies.ts';
import { languageOf } from '#backend/http/language.ts';
import { isFromThisMachine } from '#backend/http/loopback.ts';
import type { Settings } from '#backend/settings.ts';
import type { Language } from '#contract/init.ts';
import { cookieAttributes, cookieName } from './constants.ts';

/** Who is at the other end of a call to sign-in: their browser, told from others by a secret of its own. */
export interface ClientInfo {
  /** A hash of the browser's secret, so that nothing kept on the server lets anybody pose as the browser. */
  readonly browser: string;
  /** The network address they come from. */
  readonly network: string;
  readonly language: Language;
  /** Whether this is the machine of a server in local mode: all of its browsers come from one network address. */
  readonly isLocal: boolean;
}

const SECRET = /^[\w-]{43}$/;
const KEPT_FOR_DAYS = 400;
const current = new AsyncLocalStorage<ClientInfo>();

/** Runs a call on behalf of a visitor: what happens inside finds them by `visitorHere()`. */
export function withClient<Result>(visitor: ClientInfo, call: () => Result): Result {
  return current.run(visitor, call);
}

/** The visitor of the call under way. Outside of one there is none, and codes fit no browser. */
export function currentClient(): ClientInfo {
  return current.getStore() ?? { browser: 'none', network: 'none', language: 'en', isLocal: false };
}

/** Recognises the browser by its HttpOnly cookie, and gives it one when it has none yet. */
export function clientInfo(
  req: Request,
  res: Response,
  { isSecure: secure, isLocal }: Pick<Settings, 'isSecure' | 'isLocal'>,
): ClientInfo {
  const name = cookieName('browser', { secure });
  const known = readCookie(req.headers.cookie, name);
  const secret = known && SECRET.test(known) ? known : randomBytes(32).toString('base64url');
  if (secret !== known) {
    res.cookie(name, secret, {
      ...cookieAttributes({ secure }),
      maxAge: KEPT_FOR_DAYS * 24 * 60 * 60 * 1000,
    });
  }
  return {
    browser: createHash('sha256').update(secret).digest('base64url'),
    network: req.ip ?? 'unknown',
    language: languageOf(req),
    isLocal: isLocal && isFromThisMachine(req),
  };
}
