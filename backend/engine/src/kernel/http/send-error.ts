import { randomUUIDv7 } from 'node:crypto';
import type { Response } from 'express';
import { logger } from '#backend/logging/logger.ts';
import type { ApiError } from './api-error.ts';

/** The Retry-After of a response that is worth repeating. */
export const RETRY_AFTER_SECONDS = 2;

/**
 * Sends an error as the standard error body, or as the page that the request's context has for errors. Uses
 * Node's own API, which does not depend on anything that a handler may have changed. Never throws.
 */
export function sendError(res: Response, error: ApiError): void {
  // The response is already partly sent: only closing the connection signals that it is incomplete.
  if (res.headersSent) return void res.destroy();
  const page = pageOf(res, error);
  const body = page ?? JSON.stringify(error.body(requestIdOf(res)));
  res.statusCode = error.status;
  res.setHeader('Content-Type', `${page === undefined ? 'application/json' : 'text/html'}; charset=utf-8`);
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.setHeader('Cache-Control', 'no-store');
  if (isWorthRepeating(error)) res.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
  res.end(body);
}

function pageOf(res: Response, error: ApiError): string | undefined {
  try {
    return res.locals.context?.errorPage?.(error);
  } catch (failure) {
    logger.error({ requestId: requestIdOf(res), err: failure }, 'no page for an error');
    return undefined;
  }
}

const isWorthRepeating = ({ status, code }: ApiError) => status === 503 || code === 'IDEMPOTENCY_KEY_IN_USE';

/** Returns the id of the response's request, which the log names too. */
export const requestIdOf = (res: Response): string => String(res.getHeader('X-Request-Id') ?? randomUUIDv7());
