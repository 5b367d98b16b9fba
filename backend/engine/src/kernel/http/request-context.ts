import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUIDv7 } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  type CurrentSession,
  type Language,
  languages,
  type SessionUser,
} from '@bindery/contract/records/init.ts';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { isFromThisMachine } from '#backend/kernel/loopback.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import { logger as serverLogger } from '#backend/logging/logger.ts';
import { type ActingSession, type Actor, actorOfSession } from './actor.ts';
import { ApiError } from './api-error.ts';
import { readCookie } from './cookies.ts';

/** The language cookie that the pages set. */
const LANGUAGE_COOKIE = 'i18next';
/** The cookie that the pages set for a visit through a link with a language. */
const VISIT_COOKIE = 'visit-language';

/**
 * Returns the visitor's language, in order of precedence: `?lng=` of this request, or of the visit's start;
 * the language cookie (chosen in this browser); the language of the account; Accept-Language; English.
 */
export function languageOf(
  request: Pick<Request, 'url' | 'headers' | 'acceptsLanguages'>,
  chosen?: Language | null,
): Language {
  const { url, headers } = request;
  const query = new URLSearchParams(url.split('?')[1] ?? '').get('lng');
  const wanted = [
    query,
    readCookie(headers.cookie, VISIT_COOKIE),
    readCookie(headers.cookie, LANGUAGE_COOKIE),
    chosen,
    request.acceptsLanguages(...languages) || undefined,
  ];
  for (const tag of wanted) {
    const language = languages.find((known) => known === tag?.toLowerCase().split('-')[0]);
    if (language) return language;
  }
  return languages[0];
}

/** A request's session, with fields only for the server; for an API key, its user's data in this form. */
export interface RequestSession extends CurrentSession, ActingSession {
  readonly user: SessionUser;
  /** Whether more than a day has passed since its expiry was last extended. */
  readonly needsRenewal: boolean;
}

/** The client of a request: its browser, address and language. */
interface ClientInfo {
  /** A hash that identifies the browser; `none` until sign-in has identified it. */
  readonly browser: string;
  /** The client's IP address. */
  readonly ipAddress: string;
  readonly language: Language;
  /** Whether this is a loopback request in local mode, where all browsers share one IP address. */
  readonly isLocal: boolean;
}

/** What the server knows about a request. The middleware that finds out a value sets it once. */
export class RequestContext implements ClientInfo {
  readonly id: string;
  browser = 'none';
  /** Whether the deadline has already ended the request; errors after that can be ignored. */
  isPastDeadline = false;
  /** Why the database could not process the request, or that it took too long, for its line in the log. */
  failure: string | undefined;
  /** The error of better-auth's failed read; undefined if none failed. */
  failedRead: { readonly error: unknown } | undefined;
  /** Returns the page that shows an error; undefined if the response to an error is JSON. */
  errorPage: ((error: ApiError) => string) | undefined;
  /** Gives the request more time than others; the deadline sets it. */
  extendDeadline: (ms: number) => void = () => {};
  /** Null without a valid session, and before `loadSession` has run. */
  session: RequestSession | null = null;
  readonly #request: Request;
  readonly #isLocalMode: boolean;
  readonly #logger: Logger;
  #log: Logger | undefined;

  constructor(request: Request, { isLocal }: Pick<Settings, 'isLocal'>, logger: Logger) {
    const given = request.get('x-request-id');
    this.id = given && PLAUSIBLE_ID.test(given) ? given : randomUUIDv7();
    this.#request = request;
    this.#isLocalMode = isLocal;
    this.#logger = logger;
  }

  /** A logger that adds the request's id to each line. */
  get log(): Logger {
    this.#log ??= this.#logger.child({ requestId: this.id });
    return this.#log;
  }

  get ipAddress(): string {
    return this.#request.ip ?? 'unknown';
  }

  get language(): Language {
    return languageOf(this.#request, this.session?.user.language);
  }

  get isLocal(): boolean {
    return this.#isLocalMode && isFromThisMachine(this.#request);
  }

  /** The actor of the request, for handlers to pass on. */
  get actor(): Actor {
    return actorOfSession(this.session);
  }
}

declare global {
  namespace Express {
    interface Locals {
      context?: RequestContext;
    }
  }
}

const PLAUSIBLE_ID = /^[\w-]{8,64}$/;
/** The client outside of a request. It matches no code. */
const NO_CLIENT: ClientInfo = { browser: 'none', ipAddress: 'none', language: 'en', isLocal: false };
const current = new AsyncLocalStorage<RequestContext>();

/**
 * Returns the middleware with which every request starts. It creates the request's context and id: a proxy's
 * X-Request-Id header, or else a new one. The response has the id too, and the headers of all responses.
 */
export function createRequestContext(
  settings: Pick<Settings, 'isLocal'>,
  { headers = new Map(), logger = serverLogger }: { headers?: Map<string, string>; logger?: Logger } = {},
): RequestHandler {
  return (req, res, next) => {
    const context = new RequestContext(req, settings, logger);
    res.locals.context = context;
    res.setHeader('X-Request-Id', context.id).setHeaders(headers);
    current.run(context, next);
  };
}

/**
 * Returns the context of the request that a response belongs to.
 * @throws Error if the middleware of `createRequestContext` has not run.
 */
export function contextOf(res: Response): RequestContext {
  const { context } = res.locals;
  if (!context) throw new Error('The request has no context: its middleware has not run.');
  return context;
}

/**
 * Returns the context of the current request, for code that has no access to the request. It has no session
 * and no actor: rights, authorship and freshness come from an Actor that is passed on.
 */
export function currentContext(): Omit<RequestContext, 'session' | 'actor'> | undefined {
  return current.getStore();
}

/** Returns the client of the current request, for code that has no access to the request. */
export function currentClient(): ClientInfo {
  return current.getStore() ?? NO_CLIENT;
}

/**
 * Lets other requests run, and stops the work for a request that the deadline has ended. Call it between
 * the steps of a long transaction, and before its commit: nothing is then saved after the client has received
 * that it failed. The embedded database computes in this process, and otherwise leaves no time for timers.
 * @throws ApiError UNAVAILABLE after the request's deadline.
 */
export async function requireTimeLeft(): Promise<void> {
  await setImmediate();
  if (current.getStore()?.isPastDeadline) throw new ApiError('UNAVAILABLE');
}

/** The scheme of RFC 6750. An empty token is an invalid token, not a missing one. */
const BEARER = /^bearer(?: +(.*))?$/i;

/** Returns the token of an `Authorization: Bearer` header; undefined without one, or with another scheme. */
export function bearerToken({ headers }: Pick<Request, 'headers'>): string | undefined {
  const given = headers.authorization;
  if (given === undefined) return undefined;
  const found = BEARER.exec(given.trim());
  return found ? (found[1] ?? '').trim() : undefined;
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns whether a request's method is safe (RFC 9110); all others may have side effects. */
export function isRead({ method }: { readonly method: string }): boolean {
  return READS.has(method);
}
