import {
  accessOf,
  isAboutRecord,
  ownRoutes,
  type RouteAccess,
} from '@bindery/contract/api/extend/define-routes.ts';
import type { AppRoute } from '@bindery/contract/records/ts-rest.ts';
import { type Action, type AllResources, actions, allows } from '@bindery/contract/schema/index.ts';
import type { Request, RequestHandler, Response, Router } from 'express';
import { requireWritingKey, sessionOf } from '#backend/access/sessions/middleware.ts';
import { type Actor, actorOfSession } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { endpoints, guarded } from '#backend/kernel/http/endpoints.ts';
import type { RequestSession } from '#backend/kernel/http/request-context.ts';
import { withReason } from '#backend/records/resources/hooks.ts';
import { type Rows, reachableIds, rowsOfHistory } from '#backend/records/resources/query/scope.ts';
import type { ResourceService, ResourceServices } from '#backend/records/resources/resource-service.ts';
import { checkResponse, type HandlerResponse } from './check-response.ts';
import type { CreateTools } from './create-app-tools.ts';
import type { EndpointContext, EndpointsExtension } from './endpoints.ts';
import { rawBodyOf } from './raw-body.ts';

/** What decides who may call an endpoint, and the tools of its handler. */
export interface AccessParts {
  readonly resources: AllResources;
  readonly services: ResourceServices;
  readonly tools: CreateTools;
}

/** A handler of an extension endpoint, whatever its route. */
type AnyHandler = (request: object, context: EndpointContext) => Promise<HandlerResponse>;

/** A request that ts-rest has validated. */
interface Call {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly req: Request;
  readonly res: Response;
}

/** Returns the endpoints of an extension, behind the guards that their rights require. */
export function extensionEndpoints(extension: EndpointsExtension, parts: AccessParts): Router {
  const { routes } = extension;
  const handlers = ownRoutes(routes).map(([name, route]) => {
    const handler = handlerOf(extension, { name, route });
    const respond = async ({ params, query, headers, body, req, res }: Call) => {
      const session = sessionOf(res);
      await requireRecordOf(route, { params, session, services: parts.services });
      // Without a schema they are not part of a handler's request: `req` has them.
      const request = { params, query, body, ...(route.headers !== undefined && { headers }) };
      try {
        const context = endpointContext(session, parts, () => ({ req, res }));
        return await (accessOf(route).idempotent
          ? respondOnce(route, { request, context, req, session, handler, tools: parts.tools })
          : handler(request, context));
      } catch (error) {
        throw withReason(error);
      }
    };
    return [name, guarded(guardOf(route, parts.resources), respond)];
  });
  return endpoints<typeof routes>(routes, Object.fromEntries(handlers));
}

interface Once extends Pick<AccessParts, 'tools'> {
  readonly request: Pick<Call, 'params' | 'query' | 'body'>;
  readonly context: AnyContext;
  readonly req: Request;
  readonly session: RequestSession | null;
  readonly handler: AnyHandler;
}

/**
 * Responds to a repeated request with the same Idempotency-Key as the first time.
 * @throws ApiError FORBIDDEN if the caller had another role or other rows then, or acted with another API key
 * or as another user: the response was made for that caller.
 */
async function respondOnce(
  route: AppRoute,
  { request, context, req, session, handler, tools }: Once,
): Promise<HandlerResponse> {
  const key = req.get('idempotency-key');
  const actor = actorOfSession(session);
  const { params, query, body } = request;
  const what = ['endpoint', route.method, route.path, JSON.stringify([params, query, body ?? null])];
  const { result: stored, isRepeated } = await tools.once({ actor, key, request: what }, async (own) => {
    const given = Object.defineProperties({}, Object.getOwnPropertyDescriptors(context));
    const bound = Object.defineProperties(given, Object.getOwnPropertyDescriptors(own));
    return { caller: callerOf(actor), response: await handler(request, bound as AnyContext) };
  });
  if (isRepeated && stored.caller !== callerOf(actor)) throw new ApiError('FORBIDDEN');
  return stored.response;
}

/** Returns what a response may depend on besides the user. */
function callerOf({ role, fields, impersonator, credential }: Actor): string {
  const key = credential.kind === 'apiKey' ? credential.id : null;
  return JSON.stringify([role, Object.entries(fields ?? {}).toSorted(), impersonator, key]);
}

/**
 * Returns the handler of an extension endpoint by the name of its route. Its responses are those that the
 * route declares, before `idempotent` stores them and commits.
 */
export function handlerOf(
  { handlers }: EndpointsExtension,
  { name, route }: { name: string; route: AppRoute },
): AnyHandler {
  const handler = Reflect.get(handlers, name) as AnyHandler;
  return async (request, context) => checkResponse(route, await handler(request, context));
}

const guardOf =
  (route: AppRoute, resources: AccessParts['resources']): RequestHandler =>
  (_req, res, next) => {
    requireRightOf(route, { session: sessionOf(res), resources });
    const { right } = accessOf(route);
    if (isAction(right) && right !== 'read') requireWritingKey(res);
    next();
  };

/**
 * Checks that the right of an endpoint accepts a caller.
 * @throws ApiError UNAUTHENTICATED without a required session, FORBIDDEN without the right.
 */
export function requireRightOf(
  route: AppRoute,
  { session, resources }: Pick<AccessParts, 'resources'> & { session: RequestSession | null },
): void {
  const { right, resource }: RouteAccess = accessOf(route);
  if (right === 'everybody') return;
  const { user, rights } = requiredSession(session);
  if (right === 'signedIn') return;
  const on = resources[resource];
  const isAllowed = isAction(right)
    ? on !== undefined && allows(on, { role: user.role, action: right })
    : rights[right[0]]?.includes(right[1]);
  if (!isAllowed) throw new ApiError('FORBIDDEN');
}

function requiredSession(session: RequestSession | null): RequestSession {
  if (!session) throw new ApiError('UNAUTHENTICATED');
  return session;
}

/** Checks that the caller may do what the right names with the path's record, whatever the handler does. */
export async function requireRecordOf(
  route: AppRoute,
  caller: { params: unknown; session: RequestSession | null; services: ResourceServices },
): Promise<void> {
  const { right: action, resource } = accessOf(route);
  const service = caller.services.get(resource);
  if (!service || !isAction(action) || !isAboutRecord(route)) return;
  const { id } = caller.params as { id: string };
  await requireRecord(service, { id, actor: actorOfSession(requiredSession(caller.session)), action });
}

const isAction = (right: RouteAccess['right']): right is Action => actions.some((action) => action === right);

/** What a handler may use, including what only some routes provide. */
type AnyContext = EndpointContext & { readonly rawBody: Buffer };

/** Returns what a handler may use for a caller. The request and response are created when it reads them. */
export const endpointContext = (
  session: RequestSession | null,
  { tools }: AccessParts,
  http: () => { readonly req: Request; readonly res: Response },
): AnyContext => ({
  ...tools(actorOfSession(session)),
  session,
  get asApplication() {
    return tools();
  },
  get req() {
    return http().req;
  },
  get res() {
    return http().res;
  },
  get rawBody() {
    return rawBodyOf(http().req);
  },
  get user() {
    return requiredSession(session).user;
  },
});

/**
 * Checks that a user may do something with a record, as the generated endpoints do. An archived record exists
 * only for users who may delete or restore it.
 * @throws ApiError NOT_FOUND if the user may not read the record, otherwise FORBIDDEN.
 */
async function requireRecord(
  { database, resource }: ResourceService,
  { id, actor, action }: { id: string; actor: Actor; action: Action },
): Promise<void> {
  const rows: Rows = action === 'delete' || action === 'restore' ? rowsOfHistory(resource, actor) : 'live';
  const reaches = async (one: Action) =>
    (await reachableIds(database, { resource, actor, action: one, rows, ids: [id] })).size > 0;
  if (!(await reaches('read'))) throw new ApiError('NOT_FOUND');
  if (action !== 'read' && action !== 'create' && !(await reaches(action))) throw new ApiError('FORBIDDEN');
}
