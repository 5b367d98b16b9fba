import { randomUUIDv7 } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

const PLAUSIBLE = /^[\w-]{8,64}$/;

/** Sets the request id: the one from a proxy's X-Request-Id header, else a new one. The response carries it too. */
export const requestId: RequestHandler = (req, res, next) => {
  const given = req.get('x-request-id');
  res.locals.requestId = given && PLAUSIBLE.test(given) ? given : randomUUIDv7();
  res.setHeader('X-Request-Id', requestIdOf(res));
  next();
};

/** Returns the id of the request that a response belongs to. */
export function requestIdOf(res: Response): string {
  return String(res.locals.requestId);
}
