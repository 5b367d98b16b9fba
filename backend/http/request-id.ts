import { randomUUIDv7 } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

const PLAUSIBLE = /^[\w-]{8,64}$/;

/** Names every request: by the id a proxy in front has given it, else by a new one. Answers carry it too. */
export const requestId: RequestHandler = (req, res, next) => {
  const given = req.get('x-request-id');
  res.locals.requestId = given && PLAUSIBLE.test(given) ? given : randomUUIDv7();
  res.setHeader('X-Request-Id', requestIdOf(res));
  next();
};

/** The id of the request that is being answered. */
export function requestIdOf(res: Response): string {
  return String(res.locals.requestId);
}
