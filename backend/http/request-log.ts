import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { pinoHttp, startTime } from 'pino-http';
import { logger as serverLogger } from '#backend/logging/logger.ts';
import { isRead } from './methods.ts';

/**
 * Logs writes and failed requests; successful reads are too many to log. Handlers log by the request's context. Lines have the path without its query, which may hold tokens.
 */
export function requestLog(logger: Logger = serverLogger): RequestHandler {
  const log = pinoHttp({
    logger,
    genReqId: (_req, res) => String(res.getHeader('X-Request-Id')),
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'requestId', responseTime: 'ms' },
    wrapSerializers: false,
    serializers: {
      req: ({ method, originalUrl }) => ({ method, path: originalUrl.split('?')[0] }),
      res: ({ statusCode }) => ({ status: statusCode }),
    },
    customLogLevel: (req, { statusCode }) =>
      statusCode >= 500 ? 'error' : isRead({ method: req.method ?? '' }) ? 'silent' : 'info',
    customSuccessMessage: (_req, { writableFinished }) => (writableFinished ? 'request' : 'request aborted'),
    customErrorMessage: () => 'request',
    // The error itself is logged where it is handled; here pino-http would make up another one.
    customErrorObject: (_req, _res, _error, { res, ms }) => ({ res, ms }),
  });
  return (req, res, next) => {
    if (!isRead(req)) return log(req, res, next);
    // pino-http makes two loggers a request, which cost more than reading a record: a read gets them when it failed.
    res[startTime] = Date.now();
    // It then writes its line at the response's next event, "close".
    res.once('finish', () => res.statusCode >= 500 && log(req, res));
    next();
  };
}
