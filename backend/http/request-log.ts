import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { pinoHttp, startTime } from 'pino-http';
import { logger as serverLogger } from '#backend/logging/logger.ts';
import { isRead } from './methods.ts';

/**
 * Logs writes and failed requests; successful reads are too many to log. Handlers find a logger that adds the request
 * id to each line at `req.log`. Lines have the path without its query, which may hold tokens.
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
    // pino-http creates two loggers a request, which cost more than reading a record: a read gets them when they are used.
    res[startTime] = Date.now();
    let isLogging = false;
    const startLogging = () => {
      if (isLogging) return;
      isLogging = true;
      Reflect.deleteProperty(req, 'log');
      log(req, res);
    };
    Object.defineProperty(req, 'log', {
      configurable: true,
      get: () => {
        startLogging();
        return req.log;
      },
    });
    // pino-http then writes its line at the response's next event, "close".
    res.once('finish', () => res.statusCode >= 500 && startLogging());
    next();
  };
}
