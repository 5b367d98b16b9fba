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

/** What an endpoint may use besides its request. Records are read and written on behalf of the caller. */
export interface EndpointContext extends AppTools {
  /** The signed-in user; throws ApiError UNAUTHENTICATED without a session, at an endpoint for everybody. */
  readonly user: RequestSession['user'];
  readonly session: RequestSession | null;
  /** The same tools as the application, without limits of rights, for what a caller may cause but not do. */
  readonly asApplication: ApplicationTools;
  readonly req: Request;
  readonly res: Response;
  readonly em: EntityManager;
}

/** What an endpoint may use whose route declares `rawBody`. */
interface WithRawBody {
  /** The unparsed body; empty if there was none. */
  readonly rawBody: Buffer;
}

/** Responds to the validated requests of a route. Throws an ApiError to reject one. */
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

/** The default export of `backend/extensions/<resource>/endpoints.ts`. */
export interface EndpointsExtension {
  readonly resource: string | undefined;
  readonly routes: AppRouter;
  /** A handler for each of the routes. */
  readonly handlers: object;
}

/** Defines the handlers of the endpoints in `contract/extensions/<resource>.ts`. */
export const defineEndpoints = <Routes extends AppRouter>(
  routes: Routes,
  handlers: Handlers<Routes>,
): EndpointsExtension => {
  const [first] = ownRoutes(routes);
  return { resource: first && accessOf(first[1]).resource, routes, handlers };
};
