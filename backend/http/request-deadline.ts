import type { RequestHandler, Response } from 'express';
import { ApiError } from './api-error.ts';
import { contextOf } from './request-context.ts';

/** The Retry-After of a 503 response. */
export const RETRY_AFTER_SECONDS = 2;

/**
 * Responds with 503 when a request has not been answered within `ms`, so that no client waits forever.
 * The handler's statements still end by the timeouts of the database; its response is dropped.
 */
export function requestDeadline(ms: number): RequestHandler {
  return (req, res, next) => {
    const sendTimeout = () => {
      if (res.headersSent) return;
      // A client that is still sending the body is not waiting for the server yet.
      if (!req.complete) return start();
      contextOf(res).isTooLate = true;
      const answer = new ApiError('UNAVAILABLE');
      res
        .status(answer.status)
        .set({ 'Retry-After': String(RETRY_AFTER_SECONDS), 'Cache-Control': 'no-store' })
        .json(answer.body(contextOf(res).id));
    };
    let timer: NodeJS.Timeout | undefined;
    const start = (time = ms) => {
      clearTimeout(timer);
      timer = setTimeout(sendTimeout, time);
    };
    start();
    contextOf(res).extendDeadline = (longer) => start(Math.max(longer, ms));
    res.once('close', () => clearTimeout(timer));
    next();
  };
}

/** The time of a request that may write thousands of records. */
const LONG_REQUEST_MS = 60_000;

/** Gives a request a minute, counted from now. */
export function allowLongRequest(res: Response): void {
  contextOf(res).extendDeadline(LONG_REQUEST_MS);
}

/** Returns whether the deadline has already answered the request; errors after that can be ignored. */
export function isPastDeadline(res: Response): boolean {
  return res.locals.context?.isTooLate === true;
}
