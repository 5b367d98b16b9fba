import { accessOf, ownRoutes } from '@bindery/contract/api/extend/define-routes.ts';
import express, { type Request, type RequestHandler, Router } from 'express';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { parseJson } from '#backend/kernel/http/parse.ts';
import type { EndpointsExtension } from './endpoints.ts';

/** The maximum body of a webhook. */
const LIMIT = '1mb';

const bodies = new WeakMap<Request, Buffer>();

/** Returns the unparsed body of a request; empty if there was none. */
export const rawBodyOf = (req: Request): Buffer => bodies.get(req) ?? Buffer.alloc(0);

/** Returns whether an extension has an endpoint that declares `rawBody`. */
export const takesRawBodies = ({ routes }: EndpointsExtension): boolean =>
  ownRoutes(routes).some(([, route]) => accessOf(route).rawBody);

/**
 * Returns the router that reads the bodies of an extension's endpoints with `rawBody`, for use before JSON is
 * parsed. It parses JSON, too; other content types have no other body.
 */
export function rawBodies({ routes }: EndpointsExtension): Router {
  const router = Router();
  for (const [, route] of ownRoutes(routes)) {
    if (!accessOf(route).rawBody) continue;
    const method = route.method.toLowerCase() as 'post' | 'put' | 'patch' | 'delete';
    router[method](route.path, express.raw({ type: () => true, limit: LIMIT, inflate: false }), keepBody);
  }
  return router;
}

const keepBody: RequestHandler = (req, _res, next) => {
  const raw: unknown = req.body;
  req.body = undefined;
  if (Buffer.isBuffer(raw)) {
    bodies.set(req, raw);
    if (req.is(['json', '+json'])) {
      req.body = raw.length > 0 ? parseJson(raw.toString('utf8')) : {};
      if (req.body === undefined)
        throw new ApiError('INVALID', { message: 'The body of the request is not valid JSON' });
    }
  }
  next();
};
