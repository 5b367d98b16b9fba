import type { RequestHandler } from 'express';
import type { Settings } from '#backend/settings.ts';
import { ApiError } from './api-error.ts';
import { isRead } from './methods.ts';

/** The origins whose pages are ours. On the own machine that is every name of the loopback, on our port. */
export function trustedOrigins({ baseUrl, isLocal }: Settings): string[] {
  if (!isLocal) return [baseUrl];
  const { protocol, port } = new URL(baseUrl);
  const hosts = ['localhost', '127.0.0.1', '[::1]'];
  return [...new Set([baseUrl, ...hosts.map((host) => `${protocol}//${host}${port && `:${port}`}`)])];
}

/**
 * Refuses writes that another site's page makes a browser send (CSRF). Browsers name the origin of every write
 * and cannot be made to lie about it; a program that sends neither header has no cookies to be misused.
 */
export function refuseForeignWrites(settings: Settings): RequestHandler {
  const ours = new Set(trustedOrigins(settings));
  return (req, _res, next) => {
    if (isRead(req)) return next();
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
