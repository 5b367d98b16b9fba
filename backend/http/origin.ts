import type { RequestHandler } from 'express';
import type { Settings } from '#backend/settings.ts';
import { ApiError } from './api-error.ts';
import { bearerToken } from './bearer-token.ts';
import { isRead } from './methods.ts';

/** Returns the origins of our own pages. In local mode these are all loopback names on our port. */
export function trustedOrigins({ baseUrl, isLocal }: Settings): string[] {
  if (!isLocal) return [baseUrl];
  const { protocol, port } = new URL(baseUrl);
  const hosts = ['localhost', '127.0.0.1', '[::1]'];
  return [...new Set([baseUrl, ...hosts.map((host) => `${protocol}//${host}${port && `:${port}`}`)])];
}

/**
 * Rejects writes that another site's page makes a browser send (CSRF). Browsers send the origin with every write and
 * pages cannot forge it; clients that send neither header are not browsers, so have no cookies to be misused. A request
 * by an API key has none either, and is refused later if it has.
 */
export function refuseForeignWrites(settings: Settings): RequestHandler {
  const ours = new Set(trustedOrigins(settings));
  return (req, _res, next) => {
    if (isRead(req) || bearerToken(req) !== undefined) return next();
    const origin = req.get('origin');
    const site = req.get('sec-fetch-site');
    const foreign = origin
      ? !ours.has(origin)
      : site !== undefined && site !== 'same-origin' && site !== 'none';
    next(
      foreign ? new ApiError('FORBIDDEN', { message: 'This request comes from another site' }) : undefined,
    );
  };
}
