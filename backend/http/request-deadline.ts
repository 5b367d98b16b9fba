import type { RequestHandler, Response } from 'express';
import { ApiError } from './api-error.ts';
import { requestIdOf } from './request-id.ts';

/** When to try again what could not be answered just now. */
export const RETRY_AFTER_SECONDS = 2;

/**
 * Answers a request with 503 when nothing else has answered it in time: whatever it waits for, nobody waits for ever.
 * What is under way then ends by the limits of the database, and its own answer is dropped.
 */
export function requestDeadline(ms: number): RequestHandler {
  return (req, res, next) => {
    const giveUp = () => {
      if (res.headersSent) return;
      // Whoever is still sending the body does not wait for us.
      if (!req.complete) return start();
      res.locals.isTooLate = true;
      const answer = new ApiError('UNAVAILABLE');
      res
        .status(answer.status)
        .set({ 'Retry-After': String(RETRY_AFTER_SECONDS), 'Cache-Control': 'no-store' })
        .json(answer.body(requestIdOf(res)));
    };
    let timer: NodeJS.Timeout | undefined;
    const start = () => {
      timer = setTimeout(giveUp, ms);
    };
    start();
    res.once('close', () => clearTimeout(timer));
    next();
  };
}

/** Whether the deadline has answered the request already; what fails after that is of no interest to anybody. */
export function isTooLate(res: Response): boolean {
  return res.locals.isTooLate === true;
}
