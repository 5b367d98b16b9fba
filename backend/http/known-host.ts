import { type RequestHandler, Router } from 'express';
import type { Settings } from '#backend/settings.ts';
import { ApiError } from './api-error.ts';
import { hostnameOf, isLoopbackHost } from './loopback.ts';
import { guardedPath } from './normalize-path.ts';
import { requestId } from './request-id.ts';
import { securityHeaders } from './security-headers.ts';

/** What is asked by whoever watches over the server, from beside it and by its bare address. */
const PROBES = /^\/api\/health(\/|$)/;

/**
 * Refuses requests for another host than ours with 421: nothing that a foreign name was pointed at us for is answered,
 * and no cache in between keeps an answer under a name that is not ours. In local mode every loopback name is ours;
 * probes of the server's health are answered under any.
 */
export function refuseUnknownHost(settings: Settings): RequestHandler {
  const { hostname } = new URL(settings.baseUrl);
  const isOurs = (host: string) => (settings.isLocal ? isLoopbackHost(host) : host === hostname);
  // A refusal is an answer like any other, while the files of a page go out before they get these headers.
  const refuse = Router().use(requestId, securityHeaders(settings), () => {
    throw new ApiError('MISDIRECTED');
  });
  return (req, res, next) => {
    const host = hostnameOf(req.headers.host);
    if ((host !== undefined && isOurs(host)) || PROBES.test(guardedPath(req))) next();
    else refuse(req, res, next);
  };
}
