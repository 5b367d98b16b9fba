import { RequestValidationError } from '@ts-rest/express';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { z } from 'zod';
import { isStorageFull, isUnavailable } from '#backend/database/unavailable.ts';
import { fieldErrors } from '#contract/validation.ts';
import { ApiError } from './api-error.ts';
import { logError } from './log.ts';
import { isTooLate, RETRY_AFTER_SECONDS } from './request-deadline.ts';
import { requestIdOf } from './request-id.ts';

/** Answers an address below /api that stands for nothing. */
export const unknownEndpoint: RequestHandler = () => {
  throw new ApiError('NOT_FOUND');
};

/**
 * Turns whatever was thrown below a route into the one error body. What was not meant as an answer is logged
 * with its stack and becomes a 500 that tells the visitor nothing but the request's id.
 */
export const errorAnswer: ErrorRequestHandler = (error, req, res, next) => {
  if (isTooLate(res)) return;
  if (res.headersSent) return next(error);
  const requestId = requestIdOf(res);
  const refusal = asRefusal(error, req);
  if (!refusal) logError('request failed', error, { method: req.method, path: req.path, requestId });
  const answer = refusal ?? new ApiError('INTERNAL');
  if (answer.status === 503) res.set('Retry-After', String(RETRY_AFTER_SECONDS));
  res.status(answer.status).set('Cache-Control', 'no-store').json(answer.body(requestId));
};

function asRefusal(error: unknown, req: { params: unknown; query: unknown; body: unknown }) {
  if (error instanceof ApiError) return error;
  if (error instanceof RequestValidationError) return invalid(error, req);
  const { type, code, status } = error as { type?: string; code?: string; status?: number };
  if (type === 'entity.too.large') return new ApiError('TOO_LARGE');
  if (type === 'entity.parse.failed') {
    return new ApiError('INVALID', { message: 'The body of the request is not valid JSON' });
  }
  if (isUnavailable(error)) return new ApiError('UNAVAILABLE');
  if (isStorageFull(error)) return new ApiError('STORAGE_FULL');
  // PostgreSQL's "invalid text representation": an id that is none belongs to no record.
  if (code === '22P02') return new ApiError('NOT_FOUND');
  if (error instanceof URIError || (status && status >= 400 && status < 500)) return new ApiError('INVALID');
  return undefined;
}

function invalid(error: RequestValidationError, req: { params: unknown; query: unknown; body: unknown }) {
  const issues = [
    ...withInput(error.pathParams, req.params),
    ...withInput(error.query, req.query),
    ...withInput(error.body, req.body),
  ];
  return new ApiError('INVALID', { errors: fieldErrors(issues) });
}

/** ts-rest parses without `reportInput`, so what was given is looked up again: a missing value reads as required. */
function withInput(error: unknown, given: unknown): z.core.$ZodIssue[] {
  const issues = (error as z.ZodError | null)?.issues ?? [];
  const at = (path: PropertyKey[]) =>
    path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], given);
  return issues.map((issue) => ({ ...issue, input: at(issue.path) }) as z.core.$ZodIssue);
}
