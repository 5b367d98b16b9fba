import { type Request, type RequestHandler, Router } from 'express';
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
 * accepted under any name. A request with several Host headers is invalid (RFC 9112, 3.2): a proxy may have read
 * another one than Node.js, which takes the first.
 */
export function refuseUnknownHost(settings: Settings): RequestHandler {
  const { hostname } = new URL(settings.baseUrl);
  const isOurs = (host: string) => (settings.isLocal ? isLoopbackHost(host) : host === hostname);
  // Assets are served before these middlewares run, but a rejection needs a request id and security headers.
  const refuse = Router().use(createRequestContext(settings), securityHeaders(settings), (req) => {
    throw new ApiError(hasSeveralHosts(req) ? 'INVALID' : 'MISDIRECTED');
  });
  return (req, res, next) => {
    const host = hostnameOf(req.headers.host);
    if (hasSeveralHosts(req)) refuse(req, res, next);
    else if ((host !== undefined && isOurs(host)) || PROBES.test(guardedPath(req))) next();
    else refuse(req, res, next);
  };
}

function hasSeveralHosts({ rawHeaders }: Request): boolean {
  const isHost = (text: string, index: number) => index % 2 === 0 && /^host$/i.test(text);
  return rawHeaders.findIndex(isHost) !== rawHeaders.findLastIndex(isHost);
}
