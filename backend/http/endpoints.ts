import type { AppRouter } from '@ts-rest/core';
import { createExpressEndpoints } from '@ts-rest/express';
import { type RequestHandler, Router } from 'express';

/** Lets handlers answer the routes of a contract. What a request gets wrong goes to the one error body. */
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

/** The answer to what was done and has nothing to tell. */
export const done = { status: 204, body: undefined } as const;

/** A guard in front of one endpoint. It takes any request, while ts-rest types each by its route. */
export function guardedBy(guard: RequestHandler): { middleware: never[] } {
  return { middleware: [guard as never] };
}
