import type { Request, RequestHandler } from 'express';
import { ApiError } from './api-error.ts';

/** A path that is its own normal form: nothing in it is encoded, and no segment begins with a dot. */
const NORMAL = /^(?:\/(?!\.)[\w\-.~!$&'()*+,;=:@]*)+$/;
/** Characters that mean the same whether they are encoded or not (RFC 3986, "unreserved"). */
const ENCODED_UNRESERVED = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi;

/**
 * Brings the address of every request into its normal form (RFC 3986, 6.2.2) before anything looks at it: without dot
 * segments and needless escapes. Guards that compare paths then see the same path as the endpoint that answers.
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
 * Returns the whole path of a request as guards are to compare it: in small letters, without repeated slashes and without
 * one at its end, because routers tell none of that apart.
 */
export function guardedPath({ baseUrl, path }: Pick<Request, 'baseUrl' | 'path'>): string {
  return (baseUrl + path)
    .toLowerCase()
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '');
}

/** Proxies send a whole URL; any other path begins with a slash, and two of them name no host here. */
function pathnameOf(path: string) {
  return URL.parse(path.startsWith('/') ? `http://localhost${path}` : path)?.pathname;
}
