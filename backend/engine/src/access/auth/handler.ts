import { createHash, randomBytes } from 'node:crypto';
import { type ErrorCode, errorCodes, errorMessages } from '@bindery/contract/records/errors.ts';
import express, {
  type Request as ExpressRequest,
  type Response as ExpressResponse,
  type RequestHandler,
} from 'express';
import type { z } from 'zod';
import { ApiError, requireValid } from '#backend/kernel/http/api-error.ts';
import { normalizeCookies, readCookie, withoutCookie } from '#backend/kernel/http/cookies.ts';
import { parseJson, queryOf } from '#backend/kernel/http/parse.ts';
import { contextOf, isRead } from '#backend/kernel/http/request-context.ts';
import { guardedPath, requireFitInput, requireUtf8 } from '#backend/kernel/http/request-guard.ts';
import { RETRY_AFTER_SECONDS } from '#backend/kernel/http/send-error.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import type { Auth } from './auth.ts';
import { callAs } from './call-actor.ts';
import { CLIENT_ADDRESS_HEADER, cookieAttributes, cookieName, sessionCookie } from './constants.ts';
import { isDisabledPath } from './disabled-paths.ts';
import { withoutTokens } from './tokens.ts';
import { rethrowFailedRead } from './validate-queries.ts';

const SECRET = /^[\w-]{43}$/;
const COOKIE_DAYS = 400;

/**
 * Identifies the browser by its HttpOnly cookie, which it sets if it is missing.
 * @returns a hash of the cookie's secret, so that stored data cannot be used to impersonate the browser.
 */
function identifyBrowser(
  req: ExpressRequest,
  res: ExpressResponse,
  { isSecure: secure }: Pick<Settings, 'isSecure'>,
): string {
  const name = cookieName('browser', { secure });
  const known = readCookie(req.headers.cookie, name);
  const secret = known && SECRET.test(known) ? known : randomBytes(32).toString('base64url');
  const maxAge = COOKIE_DAYS * 24 * 60 * 60 * 1000;
  if (secret !== known) res.cookie(name, secret, { ...cookieAttributes({ secure }), maxAge });
  return createHash('sha256').update(secret).digest('base64url');
}

/** A better-auth schema; that of an object has its fields. */
type InputSchema = z.ZodType & { readonly shape?: Readonly<Record<string, unknown>> };

/** An endpoint of better-auth. One without a path is only called by the server. */
interface AuthEndpoint {
  readonly path?: string;
  readonly options?: { method?: string | string[]; body?: InputSchema; query?: InputSchema };
}

const BASE = '/api/auth';

/** Returns better-auth's endpoints with their paths and schemas, which the type of its API leaves out. */
export const authEndpointsOf = ({ api }: { readonly api: object }): readonly AuthEndpoint[] =>
  Object.values(api);

/**
 * Creates a function that validates requests with the schemas of better-auth's endpoints. better-auth does so
 * only after the hooks, so that the product's hooks could not rely on the type of any field.
 * @returns a function that throws ApiError INVALID with the errors by field.
 */
function callChecks(auth: Auth) {
  const endpoints = authEndpointsOf(auth);
  return (req: ExpressRequest, url: URL, body: Uint8Array): void => {
    const query = queryOf(url);
    requireFitInput(query);
    requireFitInput({ path: decoded(url.pathname) });
    requireUtf8(body);
    const given = bodyOf(body, req.get('content-type') ?? '');
    requireFitInput(given);
    const path = url.pathname.slice(BASE.length);
    const options = endpoints.find((endpoint) => isFor(endpoint, { method: req.method, path }))?.options;
    if (options?.query) requireValid(options.query, query);
    if (options?.body && (given !== undefined || body.length === 0)) requireValid(options.body, given);
  };
}

function isFor({ path, options }: AuthEndpoint, call: { method: string; path: string }): boolean {
  if (!path || ![options?.method ?? 'GET'].flat().includes(call.method)) return false;
  const [parts, called] = [path.split('/'), call.path.split('/')];
  return (
    parts.length === called.length &&
    parts.every((part, index) => part.startsWith(':') || part === called[index])
  );
}

/** Returns the body as better-auth parses it; undefined if it ignores or rejects it. */
function bodyOf(body: Uint8Array, contentType: string): unknown {
  if (body.length === 0) return undefined;
  const text = new TextDecoder().decode(body);
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType))
    return queryOf(new URL(`?${text}`, 'http://localhost'));
  return parseJson(text);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new ApiError('INVALID');
  }
}

const NOT_FORWARDED = new Set(['content-length', 'content-encoding', 'transfer-encoding', 'set-cookie']);

const CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  507: 'STORAGE_FULL',
};

/**
 * Returns the Express handlers that forward requests to better-auth. Converts its errors to the application's
 * error body, and removes session tokens from every response, because a token belongs only in its cookie.
 */
export function authHandler(auth: Auth, settings: Settings): RequestHandler[] {
  const { isSecure: secure } = settings;
  const body = express.raw({ type: () => true, limit: '100kb', inflate: false });
  const check = callChecks(auth);
  const handle: RequestHandler = async (req, res) => {
    const url = URL.parse(req.originalUrl, settings.baseUrl);
    // better-auth resolves `..`, which the path checks have not seen.
    if (!url || url.pathname !== req.baseUrl + req.path) throw new ApiError('NOT_FOUND');
    if (isDisabledPath(guardedPath(req).replace(/^\/api\/auth/, ''))) throw new ApiError('NOT_FOUND');
    // The web's Request allows neither this method nor a body of a read, which all other endpoints ignore.
    if (req.method === 'TRACE') throw new ApiError('NOT_FOUND');
    const given = req.body instanceof Buffer && !isRead(req) ? new Uint8Array(req.body) : new Uint8Array();
    check(req, url, given);
    const context = contextOf(res);
    const headers = forwardedHeaders(req);
    // The cookie of a rejected session, such as a banned user's: better-auth must not accept it.
    if (!context.session)
      headers.set('cookie', withoutCookie(headers.get('cookie') ?? '', sessionCookie({ secure })));
    const call = new Request(url, { method: req.method, headers, body: given.length > 0 ? given : null });
    context.browser = identifyBrowser(req, res, settings);
    const response = await callAs(context.actor, () => auth.handler(call));
    if (response.ok) rethrowFailedRead();
    await forward(response, res, settings);
  };
  return [body, handle];
}

/**
 * Returns the headers of a request for better-auth, with the client's IP address added. Its cookies are
 * normalized: given several sessions, better-auth would take another one than the server has checked.
 */
export function forwardedHeaders(req: Pick<ExpressRequest, 'headers' | 'ip'>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  if (req.headers.cookie) headers.set('cookie', normalizeCookies(req.headers.cookie));
  headers.set(CLIENT_ADDRESS_HEADER, req.ip ?? '');
  return headers;
}

/**
 * Copies the cookies of a better-auth response, for endpoints of the product that delegate to better-auth.
 * @throws ApiError if better-auth responds with an error.
 */
export async function forwardResponse(response: Response, res: ExpressResponse): Promise<void> {
  for (const cookie of response.headers.getSetCookie()) res.append('Set-Cookie', cookie);
  if (response.ok) return;
  // better-auth's errors have a body, or only a status.
  const { code, message } = (parseJson(await response.text()) ?? {}) as { code?: string; message?: string };
  const known = errorCodes.find((ours) => ours === code) ?? CODES[response.status] ?? 'INVALID';
  throw new ApiError(known, message ? { message } : {});
}

async function forward(response: Response, res: ExpressResponse, settings: Settings) {
  const text = await response.text();
  res.status(response.status);
  for (const [name, value] of response.headers) if (!NOT_FORWARDED.has(name)) res.setHeader(name, value);
  for (const cookie of response.headers.getSetCookie()) res.append('Set-Cookie', cookie);
  if (!res.hasHeader('Cache-Control')) res.setHeader('Cache-Control', 'no-store');
  const wait = response.headers.get('x-retry-after');
  if (wait) res.setHeader('Retry-After', wait);
  else if (response.status === 503) res.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));

  const json = parseJson(text);
  if (response.status >= 400) {
    const code = CODES[response.status] ?? 'INVALID';
    const given: { readonly code?: unknown } = typeof json === 'object' ? (json ?? {}) : {};
    // better-auth's word for UNAUTHENTICATED, as some of its endpoints call it.
    const own = given.code === 'UNAUTHORIZED' ? {} : given;
    res.json({ code, message: errorMessages[code], ...own, requestId: contextOf(res).id });
  } else if (json === undefined) res.send(text);
  else res.json(withoutTokens(json, settings));
}
