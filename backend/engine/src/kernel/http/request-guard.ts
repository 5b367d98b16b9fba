import { isUtf8 } from 'node:buffer';
import type { FieldError } from '@bindery/contract/records/errors.ts';
import { fieldError } from '@bindery/contract/records/validation.ts';
import express, { type Request, type RequestHandler } from 'express';
import { hostnameOf, isLoopbackHost } from '#backend/kernel/loopback.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import { ApiError } from './api-error.ts';
import { bearerToken, isRead } from './request-context.ts';

/*
 * What rejects a request regardless of its caller: for its address, for writing from another site or in a
 * demo, and for input that no endpoint can process. In the order in which a request passes the guards.
 */

/** A path that is already normalized: nothing in it is encoded, and no segment starts with a dot. */
const NORMAL = /^(?:\/(?!\.)[\w\-.~!$&'()*+,;=:@]*)+$/;
/** Characters that mean the same whether encoded or not (RFC 3986, "unreserved"). */
const ENCODED_UNRESERVED = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi;
/** Health probes, which monitoring sends to the server's IP address. */
const PROBES = /^\/api\/health(\/|$)/;

/**
 * Normalizes a request's address before any other middleware, and rejects a foreign Host with 421, so that no
 * foreign domain can be pointed at this server and no cache stores a response under another name. In local
 * mode every loopback name is accepted; health probes are accepted under any name. A request with several
 * Host headers is invalid (RFC 9112, 3.2): a proxy may have read another one than Node.js, which takes the
 * first. Assets are served between this middleware and `begin`, which gives a rejection its id and headers.
 */
export function rejectUnknownAddress(settings: Settings, begin: RequestHandler): RequestHandler {
  const { hostname } = new URL(settings.baseUrl);
  // Most requests name one of these: only others need a closer look.
  const usual = new Set(trustedOrigins(settings).map((origin) => new URL(origin).host));
  const isOurs = (given: string | undefined) => {
    const host = hostnameOf(given);
    return host !== undefined && (settings.isLocal ? isLoopbackHost(host) : host === hostname);
  };
  const requireKnownAddress = (req: Request) => {
    normalizePath(req);
    if (hasSeveralHosts(req)) throw new ApiError('INVALID');
    const { host } = req.headers;
    if (!usual.has(host ?? '') && !isOurs(host) && !PROBES.test(guardedPath(req)))
      throw new ApiError('MISDIRECTED');
  };
  return (req, res, next) => {
    try {
      requireKnownAddress(req);
    } catch (error) {
      begin(req, res, () => next(error));
      return;
    }
    next();
  };
}

/**
 * Normalizes the URL of a request (RFC 3986, 6.2.2): removes dot segments and needless escapes. Guards that
 * compare paths then see the same path as the router.
 * @throws ApiError INVALID for an invalid path.
 */
export function normalizePath(req: Request): void {
  const [, path = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(req.url) ?? [];
  if (path === '*' || (NORMAL.test(path) && req.url === path + query)) return;
  const given = path.replaceAll(ENCODED_UNRESERVED, decodeURIComponent);
  // Proxies send an absolute URL. Any other path starts with a slash, and `//` must not be parsed as a host.
  const url = URL.parse(given.startsWith('/') ? `http://localhost${given}` : given);
  if (!url) throw new ApiError('INVALID');
  req.url = url.pathname + query;
  req.originalUrl = req.url;
}

/**
 * Returns the full path of a request for guards to compare: in lower case, without repeated or trailing
 * slashes, because routers ignore these differences.
 */
export function guardedPath({ baseUrl, path }: Pick<Request, 'baseUrl' | 'path'>): string {
  return (baseUrl + path)
    .toLowerCase()
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '');
}

function hasSeveralHosts({ rawHeaders }: Request): boolean {
  const isHost = (text: string, index: number) => index % 2 === 0 && /^host$/i.test(text);
  return rawHeaders.findIndex(isHost) !== rawHeaders.findLastIndex(isHost);
}

/** Returns the origins of the product's pages: in local mode all loopback names on the server's port. */
export function trustedOrigins({ baseUrl, isLocal }: Pick<Settings, 'baseUrl' | 'isLocal'>): string[] {
  if (!isLocal) return [baseUrl];
  const { protocol, port } = new URL(baseUrl);
  const hosts = ['localhost', '127.0.0.1', '[::1]'];
  return [...new Set([baseUrl, ...hosts.map((host) => `${protocol}//${host}${port && `:${port}`}`)])];
}

/** Writes that are allowed in demo mode: signing in, signing out, and the init call of a page. */
const ALLOWED_IN_DEMO = new Set([
  '/api/auth/email-otp/send-verification-otp',
  '/api/auth/sign-in/email-otp',
  '/api/auth/sign-out',
  '/api/fn/init',
]);
/** Auth endpoints that have side effects although they are GET requests. */
const WRITING_READS = /^\/api\/auth\/(callback|verify-email|delete-user|reset-password)\b/;
/** The export of selected records: it writes nothing, but its query is too long for a URL. */
export const SELECTED_EXPORT = /^\/api\/\w+\/export$/;

/**
 * Rejects writes that another site's page makes a browser send (CSRF). Browsers send the origin with every
 * write and pages cannot forge it; clients that send neither header are not browsers, so they have no cookies
 * to misuse. A request with an API key has no cookies either, and is rejected later if it has. In demo mode
 * it rejects every write, on any path. Sign-in itself checks which accounts may sign in.
 */
export function rejectForbiddenWrites(settings: Settings): RequestHandler {
  const ours = new Set(trustedOrigins(settings));
  const isForeign = (req: Request) => {
    const origin = req.get('origin');
    if (origin) return !ours.has(origin);
    const site = req.get('sec-fetch-site');
    return site !== undefined && site !== 'same-origin' && site !== 'none';
  };
  const writesInDemo = (req: Request) => {
    const path = guardedPath(req);
    return isRead(req)
      ? WRITING_READS.test(path)
      : !(ALLOWED_IN_DEMO.has(path) || SELECTED_EXPORT.test(path));
  };
  return (req, _res, next) => {
    if (!isRead(req) && bearerToken(req) === undefined && isForeign(req))
      throw new ApiError('FORBIDDEN', { message: 'This request comes from another site' });
    if (settings.isDemo && writesInDemo(req)) throw new ApiError('DEMO_MODE');
    next();
  };
}

/**
 * Rejects compressed request bodies with 415, before anything reads them and before the caller is known:
 * decoders are native code that has had memory errors, and a small compressed body can become arbitrarily
 * large. The body parsers decode nothing either (`inflate: false`).
 */
export const rejectEncodedBody: RequestHandler = (req, res, next) => {
  const {
    'content-encoding': encoding,
    'content-length': length,
    'transfer-encoding': chunked,
  } = req.headers;
  const hasBody = chunked !== undefined || length !== undefined;
  if (!encoding || !hasBody || encoding.toLowerCase() === 'identity') return next();
  // RFC 9110, 12.5.3: in a 415 response, the codings that would be accepted.
  res.set('Accept-Encoding', 'identity');
  const shown = JSON.stringify(encoding.slice(0, 100));
  throw new ApiError('UNSUPPORTED_ENCODING', {
    message: `The content encoding ${shown} is not supported: send the body uncompressed`,
  });
};

/** Returns middleware that parses JSON bodies up to a size, such as "100kb". */
export const parseJsonBodies = (limit: string): RequestHandler =>
  express.json({ limit, inflate: false, verify: (_req, _res, body) => requireUtf8(body) });

/** @throws ApiError INVALID for a body in another encoding: replacement characters would be stored. */
export function requireUtf8(body: Uint8Array): void {
  if (!isUtf8(body)) throw notUtf8();
}

/** Returns the error of a body in another encoding. */
export const notUtf8 = (): ApiError =>
  new ApiError('INVALID', { message: 'The body of the request must be encoded in UTF-8' });

/** Maximum nesting depth: no valid input is deeper, and recursive code would overflow the stack. */
const MAX_DEPTH = 20;

/**
 * Rejects a query or body that no endpoint can process: text that PostgreSQL cannot store (a NUL, a lone
 * surrogate), members named like members of Object.prototype, and excessive nesting.
 */
export const rejectUnfitInput: RequestHandler = (req, _res, next) => {
  requireFitInput(req.query);
  requireFitInput(req.body);
  next();
};

/** @throws ApiError INVALID that names the offending members. */
export function requireFitInput(input: unknown): void {
  if (typeof input !== 'object' || input === null) {
    if (!isFit(input, 0)) throw new ApiError('INVALID', { errors: { body: [invalid('body')] } });
    return;
  }
  const errors: Record<string, FieldError[]> = Object.create(null);
  for (const [name, value] of Object.entries(input)) {
    if (isInherited(name)) errors[name] = [fieldError(name, 'errors.unknown')];
    else if (!isText(name) || !isFit(value, 1)) errors[name] = [invalid(name)];
  }
  if (Object.keys(errors).length > 0) throw new ApiError('INVALID', { errors });
}

function isFit(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_DEPTH) return false;
  return Object.entries(value).every(
    ([name, member]) => isText(name) && !isInherited(name) && isFit(member, depth + 1),
  );
}

/** Returns whether PostgreSQL can store a text and a URL can carry it. */
const isText = (text: string) => !text.includes('\0') && text.isWellFormed();

/** Returns whether Object.prototype has a member with this name: `constructor`, `toString`, `__proto__`. */
const isInherited = (name: string) => name in Object.prototype;

const invalid = (name: string) => fieldError(name, 'errors.invalid');
