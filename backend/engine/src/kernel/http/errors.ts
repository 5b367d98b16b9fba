import { productRoot } from '@bindery/contract/api/product.ts';
import { fieldErrors } from '@bindery/contract/records/validation.ts';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import type { z } from 'zod';
import { isStorageFull, isUnavailable } from '#backend/database/connection-errors.ts';
import { logger } from '#backend/logging/logger.ts';
import { docsPath } from '../docs-path.ts';
import { ApiError } from './api-error.ts';
import type { RequestContext } from './request-context.ts';
import { notUtf8 } from './request-guard.ts';
import { isPastDeadline } from './request-lifecycle.ts';
import { requestIdOf, sendError } from './send-error.ts';
import { RequestValidationError } from './ts-rest.ts';

/** Responds with 404 to unknown paths below /api. */
export const unknownEndpoint: RequestHandler = () => {
  throw new ApiError('NOT_FOUND');
};

/**
 * Sends anything thrown below a route as an error response. Unexpected errors are logged with their
 * stack and become a 500 that exposes only the request's id. Never throws itself.
 */
export const errorHandler: ErrorRequestHandler = (error, req, res, _next) => {
  if (isPastDeadline(res)) return;
  try {
    const clientError = clientErrorOf(error, req);
    const { method, path } = req;
    if (clientError) {
      if (res.locals.context) res.locals.context.failure = failureOf(clientError);
      logMissingRight(clientError, { context: res.locals.context, req });
    } else logger.error({ requestId: requestIdOf(res), req: { method, path }, err: error }, 'request failed');
    sendError(res, clientError ?? new ApiError('INTERNAL'));
  } catch (failure) {
    logger.error({ requestId: requestIdOf(res), err: failure }, 'error without a response');
    sendError(res, new ApiError('INTERNAL'));
  }
};

/**
 * Sends an error that `errorHandler` could not send. Without it, Express would respond with its default HTML
 * page, which shows the stack in development.
 */
export const lastErrorHandler: ErrorRequestHandler = (error, _req, res, _next) => {
  logger.error({ requestId: requestIdOf(res), err: error }, 'request without a response');
  sendError(res, new ApiError('INTERNAL'));
};

/** Returns what the log says of an error whose message for clients does not tell the operator what failed. */
const failureOf = ({ cause }: ApiError) => (cause instanceof Error ? cause.message : undefined);

function clientErrorOf(error: unknown, req: Request) {
  // Any value can be thrown, including undefined.
  const { type, code, status } = Object(error) as { type?: string; code?: string; status?: number };
  // The parser of bodies gives the second one the status 403.
  if (type === 'charset.unsupported' || type === 'entity.verify.failed') return notUtf8();
  if (error instanceof ApiError) return error;
  if (error instanceof RequestValidationError) return invalid(error, req);
  if (type === 'entity.too.large') return new ApiError('TOO_LARGE');
  if (type === 'encoding.unsupported') return new ApiError('UNSUPPORTED_ENCODING');
  if (type === 'entity.parse.failed')
    return new ApiError('INVALID', { message: 'The body of the request is not valid JSON' });
  if (isUnavailable(error)) return new ApiError('UNAVAILABLE', {}, { cause: error });
  if (isStorageFull(error)) return new ApiError('STORAGE_FULL', {}, { cause: error });
  // PostgreSQL's "invalid text representation": no record has a malformed id.
  if (code === '22P02') return new ApiError('NOT_FOUND');
  // Its other "data exceptions": a value that the column cannot store. No request causes a division by zero.
  if (typeof code === 'string' && /^22[\dA-Z]{3}$/.test(code) && code !== '22012')
    return new ApiError('INVALID');
  if (error instanceof URIError)
    return new ApiError('INVALID', { message: 'The address of the request is not percent-encoded in UTF-8' });
  if (status && status >= 400 && status < 500) return new ApiError('INVALID');
  return undefined;
}

function invalid(error: RequestValidationError, req: Request) {
  const issues = [
    ...withInput(error.pathParams, req.params),
    ...withInput(error.query, req.query),
    ...withInput(error.headers, req.headers),
    ...withInput(error.body, req.body),
  ];
  // Only JSON is parsed, so that the error of any other body would be that it is missing.
  const isUnread = error.body && req.body === undefined && hasBody(req);
  const message = isUnread && 'The Content-Type of the request must be application/json';
  return new ApiError('INVALID', { ...(message && { message }), errors: fieldErrors(issues) });
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Adds the input to each issue, which ts-rest omits: missing values are reported as required. */
function withInput(error: unknown, given: unknown): z.core.$ZodIssue[] {
  const issues = (error as z.ZodError | null)?.issues ?? [];
  const at = (path: PropertyKey[]) =>
    path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], given);
  return issues.map((issue) => ({ ...issue, input: at(issue.path) }) as z.core.$ZodIssue);
}

/** The pages of the documentation about rights. */
export const PAGES_ON_RIGHTS = ['docs/roles.md#actions', 'docs/roles.md#records'] as const;

/**
 * Logs for the developer, in local mode, which right is missing and where it is explained. The response
 * contains neither: a user can do nothing about it.
 */
function logMissingRight(
  { code, message }: ApiError,
  { context, req: { method, path } }: { context: RequestContext | undefined; req: Request },
): void {
  if (code !== 'FORBIDDEN' || !context?.isLocal) return;
  const role = context.session?.user.role ?? 'public';
  const pages = PAGES_ON_RIGHTS.map((page) => docsPath(page, productRoot())).join(' and ');
  context.log.info({ role, req: { method, path } }, `${message}: ${role}, ${method} ${path}. See ${pages}`);
}
