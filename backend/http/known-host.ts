import { type RequestHandler, Router } from 'express';
import { hostnameOf, isLoopbackHost } from '#backend/loopback.ts';
import type { Settings } from '#backend/settings.ts';
import { ApiError } from './api-error.ts';
import { guardedPath } from './normalize-path.ts';
import { createRequestContext } from './request-context.ts';
import { securityHeaders } from './security-headers.ts';

/** Health probes, which monitoring sends to the server's IP address. */
const PROBES = /^\/api\/health(\/|$)/;

/**
 * Rejects requests whose Host is not ours with 421, so that no foreign domain can be pointed at this server and no
 * cache stores a response under another name. In local mode every loopback name is accepted; health probes are
 * accepted under any name.
 */
export function refuseUnknownHost(settings: Settings): RequestHandler {
  const { hostname } = new URL(settings.baseUrl);
  const isOurs = (host: string) => (settings.isLocal ? isLoopbackHost(host) : host === hostname);
  // Assets are served before these middlewares run, but a rejection needs a request id and security headers.
  const refuse = Router().use(createRequestContext(settings), securityHeaders(settings), () => {
    throw new ApiError('MISDIRECTED');
  });
  return (req, res, next) => {
    const host = hostnameOf(req.headers.host);
    if ((host !== undefined && isOurs(host)) || PROBES.test(guardedPath(req))) next();
    else refuse(req, res, next);
  };
}
