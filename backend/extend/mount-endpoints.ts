import type { AppRoute } from '@ts-rest/core';
import { createExpressEndpoints } from '@ts-rest/express';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { ApiError } from '#backend/http/api-error.ts';
import { guardedBy } from '#backend/http/endpoints.ts';
import { withReason } from '#backend/resources/hooks.ts';
import type { ResourceServices } from '#backend/resources/resource-service.ts';
import {
  callerOf,
  requireNamedRight,
  requireSession,
  requireSessionOf,
  requireWritingKey,
  sessionOf,
} from '#backend/sessions/middleware.ts';
import { accessOf, isAboutRecord, ownRoutes, type RouteAccess } from '#contract/extend/define-routes.ts';
import { type Action, actions, allows, type Resource } from '#contract/schema/index.ts';
import type { CreateTools } from './create-app-tools.ts';
import type { EndpointContext, EndpointsExtension } from './endpoints.ts';
import { rawBodyOf } from './raw-body.ts';
import { requireRecord } from './require-record.ts';

interface Parts {
  readonly resources: Readonly<Record<string, Resource>>;
  readonly services: ResourceServices;
  readonly tools: CreateTools;
  /** Validates the responses against the contract too: for tests. */
  readonly checkResponses: boolean;
}

type AnyHandler = (request: object, context: EndpointContext) => Promise<{ status: number; body: unknown }>;

/** A request that ts-rest has validated. */
interface Call {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly req: Request;
  readonly res: Response;
}

/** Returns the endpoints of an extension, behind the guards that their rights ask for. */
export function extensionEndpoints(
  { routes, handlers }: EndpointsExtension,
  { resources, services, tools, checkResponses }: Parts,
): Router {
  const router = Router();
  const answers = ownRoutes(routes).map(([name, route]) => {
    const handler = Reflect.get(handlers, name) as AnyHandler;
    const answer = async ({ params, query, headers, body, req, res }: Call) => {
      await requireRecordOf(route, { params, res, services });
      // Without a schema they are not part of a handler's request: `req` has them.
      const request = { params, query, body, ...(route.headers !== undefined && { headers }) };
      try {
        return await handler(request, contextOf({ req, res, tools }));
      } catch (error) {
        throw withReason(error);
      }
    };
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
  if (typeof right !== 'string') return requireNamedRight(right[0], right[1]);
  return (_req, res, next) => {
    const { role } = requireSessionOf(res).user;
    const on = resources[resource];
    if (!on || !allows(on, { role, action: right })) throw new ApiError('FORBIDDEN');
    if (right !== 'read') requireWritingKey(res);
    next();
  };
}

/** Checks that the caller may do what the right says with the record of the address, whatever the handler does. */
async function requireRecordOf(
  route: AppRoute,
  { params, res, services }: { params: unknown; res: Response; services: ResourceServices },
): Promise<void> {
  const { right, resource } = accessOf(route);
  const service = services.get(resource);
  if (!service || !isAction(right) || !isAboutRecord(route)) return;
  const { id } = params as { id: string };
  await requireRecord(service, { id, actor: requireSessionOf(res).user, action: right });
}

const isAction = (right: RouteAccess['right']): right is Action => actions.some((action) => action === right);

function contextOf({
  req,
  res,
  tools,
}: {
  req: Request;
  res: Response;
  tools: CreateTools;
}): EndpointContext & { readonly rawBody: Buffer } {
  const session = sessionOf(res);
  return {
    ...tools(callerOf(res)),
    get asApplication() {
      return tools();
    },
    req,
    res,
    session,
    get rawBody() {
      return rawBodyOf(req);
    },
    get user() {
      return requireSessionOf(res).user;
    },
  };
}
