import type { RequestHandler } from 'express';
import { log } from './log.ts';
import { contextOf } from './request-context.ts';

/** Logs writes and failed requests; successful reads are too many to log. */
export const requestLog: RequestHandler = (req, res, next) => {
  const began = performance.now();
  const { method } = req;
  const path = req.originalUrl.split('?')[0];
  res.on('finish', () => {
    const { statusCode: status } = res;
    if (method === 'GET' && status < 500) return;
    const ms = Math.round(performance.now() - began);
    log(status >= 500 ? 'error' : 'info', 'request', { method, path, status, ms, id: contextOf(res).id });
  });
  next();
};
