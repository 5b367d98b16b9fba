import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { readCookie } from '#backend/http/cookies.ts';
import { languageOf } from '#backend/http/language.ts';
import { isFromThisMachine } from '#backend/http/loopback.ts';
import type { Settings } from '#backend/settings.ts';
import type { Language } from '#contract/init.ts';
import { cookieAttributes, cookieName } from './constants.ts';

/** The client of a sign-in request: its browser (identified by a secret cookie), network and language. */
export interface ClientInfo {
  /** A hash of the browser's secret, so that stored data cannot be used to impersonate the browser. */
  readonly browser: string;
  /** The client's IP address. */
  readonly network: string;
  readonly language: Language;
  /** Whether this is a loopback request in local mode, where all browsers share one IP address. */
  readonly isLocal: boolean;
}

const SECRET = /^[\w-]{43}$/;
const KEPT_FOR_DAYS = 400;
const current = new AsyncLocalStorage<ClientInfo>();

/** Runs a function with the client's data in context; `currentClient()` returns it inside. */
export function withClient<Result>(visitor: ClientInfo, call: () => Result): Result {
  return current.run(visitor, call);
}

/**
 * Returns the client of the current request. Outside of a request it returns a client that matches no code.
 */
export function currentClient(): ClientInfo {
  return current.getStore() ?? { browser: 'none', network: 'none', language: 'en', isLocal: false };
}

/** Identifies the browser by its HttpOnly cookie, which it sets if it is missing. */
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
