import type { AppRouter } from '@ts-rest/core';
import { createExpressEndpoints } from '@ts-rest/express';
import { type RequestHandler, Router } from 'express';

/** Mounts handlers for the routes of a contract. Invalid requests get the standard error body. */
export function endpoints<Routes extends AppRouter>(
  routes: Routes,
  handlers: Parameters<typeof createExpressEndpoints<Routes>>[1],
): Router {
  const router = Router();
  createExpressEndpoints(routes, handlers, router, {
    logInitialization: false,
    requestValidationErrorHandler: (error, _req, _res, next) => next(error),
  });
  return router;
}

/** The 204 response of an operation without a result. */
export const done = { status: 204, body: undefined } as const;

/** Runs a middleware before one endpoint. The cast is needed because ts-rest types each request by its route. */
export function guardedBy(guard: RequestHandler): { middleware: never[] } {
  return { middleware: [guard as never] };
}
