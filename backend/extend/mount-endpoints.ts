import type { AppRoute } from '@ts-rest/core';
import { createExpressEndpoints } from '@ts-rest/express';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { ApiError } from '#backend/http/api-error.ts';
import { guardedBy } from '#backend/http/endpoints.ts';
import {
  requireRight,
  requireSession,
  requireSessionOf,
  requireWritingKey,
  sessionOf,
} from '#backend/sessions/middleware.ts';
import { accessOf, ownRoutes, type RouteAccess } from '#contract/extend/define-routes.ts';
import { allows, type Resource } from '#contract/schema/index.ts';
import type { CreateTools } from './create-app-tools.ts';
import type { EndpointContext, EndpointsExtension } from './endpoints.ts';

interface Parts {
  readonly resources: Readonly<Record<string, Resource>>;
  readonly tools: CreateTools;
  /** Validates the responses against the contract too: for tests. */
  readonly checkResponses: boolean;
}

type AnyHandler = (request: object, context: EndpointContext) => Promise<{ status: number; body: unknown }>;

/** A request that ts-rest has validated. */
interface Call {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly req: Request;
  readonly res: Response;
}

/** Returns the endpoints of an extension, behind the guards that their rights ask for. */
export function extensionEndpoints(
  { routes, handlers }: EndpointsExtension,
  { resources, tools, checkResponses }: Parts,
): Router {
  const router = Router();
  const answers = ownRoutes(routes).map(([name, route]) => {
    const handler = Reflect.get(handlers, name) as AnyHandler;
    const answer = async ({ params, query, body, req, res }: Call) =>
      handler({ params, query, body }, contextOf({ req, res, tools }));
    return [name, { ...guardedBy(guardOf(route, resources)), handler: answer }];
  });
  createExpressEndpoints<typeof routes>(routes, Object.fromEntries(answers), router, {
    logInitialization: false,
    responseValidation: checkResponses,
    requestValidationErrorHandler: (error, _req, _res, next) => next(error),
  });
  return router;
}

function guardOf(route: AppRoute, resources: Parts['resources']): RequestHandler {
  const { right, resource }: RouteAccess = accessOf(route);
  if (right === 'everybody') return (_req, _res, next) => next();
  if (right === 'signedIn') return requireSession;
  if (typeof right !== 'string') return requireRight(...right);
  return (_req, res, next) => {
    const { role } = requireSessionOf(res).user;
    const on = resources[resource];
    if (!on || !allows(on, { role, action: right })) throw new ApiError('FORBIDDEN');
    if (right !== 'read') requireWritingKey(res);
    next();
  };
}

function contextOf({
  req,
  res,
  tools,
}: {
  req: Request;
  res: Response;
  tools: CreateTools;
}): EndpointContext {
  const session = sessionOf(res);
  return {
    ...tools(session?.user),
    req,
    res,
    session,
    get user() {
      return requireSessionOf(res).user;
    },
  };
}
