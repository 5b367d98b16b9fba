import type { AppRouter } from '@bindery/contract/records/ts-rest.ts';
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { createExpressEndpoints } from './ts-rest.ts';

/** Mounts handlers for the routes of a contract. Invalid requests get the standard error body. */
export function endpoints<Routes extends AppRouter>(
  routes: Routes,
  handlers: Parameters<typeof createExpressEndpoints<Routes>>[1],
  { checkResponses = false }: { checkResponses?: boolean | undefined } = {},
): Router {
  const router = Router();
  createExpressEndpoints<Routes>(routes, handlers, router, {
    logInitialization: false,
    responseValidation: checkResponses,
    requestValidationErrorHandler: (error, _req, _res, next) => next(error),
  });
  return router;
}

/**
 * Returns the pattern to mount a router with endpoints only at this path and below it. Express then skips it
 * for other requests, which would cost each a turn of the event loop; the router still sees the whole path.
 */
export const mountAt = (path: string): RegExp => new RegExp(`^(?=${path}(?:/|$))`, 'i');

/** The 204 response of an operation without a result. */
export const done = { status: 204, body: undefined } as const;

/** Middleware of any ts-rest route, whose types give each request the type of its route. */
type RouteMiddleware = (req: object, res: Response, next: NextFunction) => unknown;

/** Returns the handler of an endpoint with a middleware that runs before it. */
export const guarded = <Handler>(
  guard: RequestHandler,
  handler: Handler,
): { middleware: RouteMiddleware[]; handler: Handler } => ({
  middleware: [(req, res, next) => guard(req as Request, res, next)],
  handler,
});
