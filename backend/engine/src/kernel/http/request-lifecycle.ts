import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { routineLevel, logger as serverLogger } from '#backend/logging/logger.ts';
import { ApiError } from './api-error.ts';
import { contextOf, isRead } from './request-context.ts';
import { sendError } from './send-error.ts';

/** The time of a request that may write thousands of records. */
const LONG_REQUEST_MS = 60_000;

/** From this time on, a request is logged in local mode too. */
const SLOW_MS = 3_000;

/**
 * Logs writes and failed requests; in local mode, of successful writes only those that are slow. Successful
 * reads are too many to log. Handlers log through the request's context. Lines have the path without its
 * query, which may contain tokens, and why the database failed, which the response does not say. No logger
 * is created per request, which would cost more than the line itself.
 */
export function requestLog(logger: Logger = serverLogger): RequestHandler {
  const routine = routineLevel();
  return (req, res, next) => {
    const { method, originalUrl } = req;
    const start = Date.now();
    res.once('close', () => {
      const { statusCode: status, writableFinished } = res;
      const isFailed = status >= 500;
      if (!isFailed && isRead(req)) return;
      const ms = Date.now() - start;
      const { id: requestId, failure } = contextOf(res);
      const line = {
        requestId,
        req: { method, path: originalUrl.split('?')[0] },
        res: { status },
        ms,
        ...(isFailed && failure && { failure }),
      };
      const level = writableFinished && ms < SLOW_MS ? routine : 'info';
      logger[isFailed ? 'error' : level](line, isFailed || writableFinished ? 'request' : 'request aborted');
    });
    next();
  };
}

/**
 * Responds with 503 if a request has no response within `ms`, so that no client waits forever. The
 * handler's statements still stop at the timeouts of the database; its response is dropped.
 */
export function requestDeadline(ms: number): RequestHandler {
  return (req, res, next) => {
    const context = contextOf(res);
    const sendTimeout = (time: number) => {
      if (res.headersSent) return;
      // A client that is still sending the body is not waiting for the server yet.
      if (!req.complete) return start();
      context.isPastDeadline = true;
      context.failure = `no response within ${time} ms`;
      sendError(res, new ApiError('UNAVAILABLE'));
    };
    let timer: NodeJS.Timeout | undefined;
    const start = (time = ms) => {
      clearTimeout(timer);
      timer = setTimeout(() => sendTimeout(time), time);
    };
    start();
    context.extendDeadline = (longer) => start(Math.max(longer, ms));
    res.once('close', () => clearTimeout(timer));
    next();
  };
}

/** Gives a request a minute from now. */
export function allowLongRequest(res: Response): void {
  contextOf(res).extendDeadline(LONG_REQUEST_MS);
}

/** Returns whether the deadline has already responded; errors after that can be ignored. */
export function isPastDeadline(res: Response): boolean {
  // An error before the middleware of the context has none.
  return res.locals.context?.isPastDeadline === true;
}

/** Below this, headers weigh as much as what compression saves. */
const LEAST_BYTES = 1024;
/** Above this, compressing in one call would hold up other requests. */
const MAX_BYTES = 64 * 1024;
/** For a page of a list, quality 3 gives as few bytes as 4, in half the time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

/**
 * Compresses JSON responses of some kilobytes in one call, which takes two thirds of the processor time of a
 * stream. Register it after `compression`, which compresses the others and leaves alone what is compressed.
 */
export const compressResponses: RequestHandler = (req, res, next) => {
  if (req.headers['accept-encoding'] === undefined || req.method === 'HEAD') return next();
  const send = res.send.bind(res);
  res.send = (body?: unknown) => {
    const isShort = typeof body === 'string' && body.length >= LEAST_BYTES && body.length <= MAX_BYTES;
    if (!isShort || !isPlainJson(res)) return send(body);
    const encoding = req.acceptsEncodings('br') || req.acceptsEncodings('gzip');
    if (!encoding) return send(body);
    const text = Buffer.from(body);
    res.vary('Accept-Encoding').set('Content-Encoding', encoding);
    return send(encoding === 'br' ? brotliCompressSync(text, BROTLI) : gzipSync(text));
  };
  next();
};

const isPlainJson = (res: Response): boolean =>
  String(res.get('Content-Type')).startsWith('application/json') &&
  !res.get('Content-Encoding') &&
  !/no-transform/.test(String(res.get('Cache-Control')));
