import { accessOf, ownRoutes } from '@bindery/contract/api/extend/define-routes.ts';
import type {
  AppRoute,
  AppRouter,
  ServerInferRequest,
  ServerInferResponses,
} from '@bindery/contract/records/ts-rest.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Request, Response } from 'express';
import type { RequestSession } from '#backend/kernel/http/request-context.ts';
import type { ApplicationTools, AppTools } from '#backend/records/resources/app-tools.ts';

/** What an endpoint may use beside its request. Records are read and written in the name of the caller. */
export interface EndpointContext extends AppTools {
  /** The signed-in user; throws ApiError UNAUTHENTICATED where an endpoint for everybody asks without one. */
  readonly user: RequestSession['user'];
  readonly session: RequestSession | null;
  /** The same tools as the application, which no rights limit, for what a caller may cause and not do. */
  readonly asApplication: ApplicationTools;
  readonly req: Request;
  readonly res: Response;
  readonly em: EntityManager;
}

/** What an endpoint may use whose route states `rawBody`. */
interface WithRawBody {
  /** The body as it was sent, byte by byte; empty where there was none. */
  readonly rawBody: Buffer;
}

/** Answers the requests of a route, which have been validated. It refuses one by throwing an ApiError. */
export type Handler<Route extends AppRoute> = (
  request: Pick<
    ServerInferRequest<Route>,
    Extract<keyof ServerInferRequest<Route>, 'params' | 'query' | 'headers' | 'body'>
  >,
  context: EndpointContext & (Route['metadata'] extends { rawBody: true } ? WithRawBody : unknown),
) => Promise<ServerInferResponses<Route>>;

/** The handlers of an extension's routes, one for each. */
export type Handlers<Routes extends AppRouter> = {
  readonly [K in keyof Routes]: Routes[K] extends AppRoute ? Handler<Routes[K]> : never;
};

/** What `backend/extensions/<resource>/endpoints.ts` exports as default. */
export interface EndpointsExtension {
  readonly resource: string | undefined;
  readonly routes: AppRouter;
  /** A handler for each of the routes. */
  readonly handlers: object;
}

/** Defines how the endpoints of `contract/extensions/<resource>.ts` answer. */
export const defineEndpoints = <Routes extends AppRouter>(
  routes: Routes,
  handlers: Handlers<Routes>,
): EndpointsExtension => {
  const [first] = ownRoutes(routes);
  return {
    resource: first && accessOf(first[1]).resource,
    routes,
    handlers,
  };
};
