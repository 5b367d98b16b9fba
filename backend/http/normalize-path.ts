import type { Request, RequestHandler } from 'express';
import { ApiError } from './api-error.ts';

/** A path that is already normalized: nothing in it is encoded, and no segment begins with a dot. */
const NORMAL = /^(?:\/(?!\.)[\w\-.~!$&'()*+,;=:@]*)+$/;
/** Characters that mean the same whether they are encoded or not (RFC 3986, "unreserved"). */
const ENCODED_UNRESERVED = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi;

/**
 * Normalizes the URL of every request (RFC 3986, 6.2.2) before any other middleware: removes dot segments and
 * needless escapes. Guards that compare paths then see the same path as the router.
 */
export const normalisePath: RequestHandler = (req, _res, next) => {
  const [, path = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(req.url) ?? [];
  if (path === '*' || (NORMAL.test(path) && req.url === path + query)) return next();
  const normal = pathnameOf(path.replaceAll(ENCODED_UNRESERVED, decodeURIComponent));
  if (normal === undefined) return next(new ApiError('INVALID'));
  req.url = normal + query;
  req.originalUrl = req.url;
  next();
};

/**
 * Returns the full path of a request for guards to compare: in lower case, without repeated or trailing slashes,
 * because routers ignore these differences.
 */
export function guardedPath({ baseUrl, path }: Pick<Request, 'baseUrl' | 'path'>): string {
  return (baseUrl + path)
    .toLowerCase()
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '');
}

/** Proxies send an absolute URL. Any other path begins with a slash, and `//` must not be parsed as a host. */
function pathnameOf(path: string) {
  return URL.parse(path.startsWith('/') ? `http://localhost${path}` : path)?.pathname;
}
