import { z } from 'zod';
import { errorBody } from '#contract/records/error-body.ts';
import type { FixedRight } from '#contract/records/rights.ts';
import { byId, withNotFound } from '#contract/records/shared-responses.ts';
import {
  type AppRoute,
  type AppRouteDeleteNoBody,
  type AppRouteMutation,
  type AppRouteQuery,
  type AppRouter,
  type ContractOtherResponse,
  c,
  isAppRoute,
} from '#contract/records/ts-rest.ts';
import type { Action } from '#contract/schema/index.ts';
import type { ResourceName } from '#contract/schema/register.ts';

/**
 * Who may call an endpoint: users with this right on its resource (`'update'`), on another one by its singular
 * (`['book', 'update']`) or on something else (`['user', 'ban']`), all users, or everybody. The start refuses a right that
 * does not exist.
 */
export type EndpointRight = Action | FixedRight | OtherRight | 'signedIn' | 'everybody';

/** A right on another resource, by its singular: `['book', 'update']`. */
export type OtherRight = readonly [singular: string, action: Action];

type Own<Route> = Omit<Route, 'path' | 'strictStatusCodes' | 'metadata' | 'validateResponseOnClient'> & {
  /** Below the resource: `/:id/return` is `/api/loans/:id/return`. An `:id` is a UUID by default. */
  readonly path: `/${string}`;
  readonly right: EndpointRight;
  /**
   * Gives the handler the body as it was sent, as `rawBody`: a webhook is signed byte by byte. Such a body may have any
   * content type; one of JSON is also parsed and checked by `body`, as everywhere.
   */
  readonly rawBody?: true;
  /**
   * Lets a caller send the same request again with its `Idempotency-Key`: within a day it is answered as the first time,
   * and the handler does not run again. All that the handler writes with its tools is then one transaction with that
   * answer: mails wait for its end, `addJob` is not possible. A key takes a session.
   */
  readonly idempotent?: true;
};

/** An endpoint of a resource's extension, as ts-rest describes routes. Its errors need not be stated. */
export type OwnRoute = Own<AppRouteQuery> | Own<AppRouteMutation> | Own<AppRouteDeleteNoBody>;

/** What the server knows of an endpoint beside its route. */
export interface RouteAccess {
  readonly resource: string;
  readonly right: EndpointRight;
  /** Marks it as usable without a session in the OpenAPI document. */
  readonly public?: true;
  /** Whether the handler gets the body as it was sent, too. */
  readonly rawBody?: true;
  /** Whether the same request with the same `Idempotency-Key` is done once. */
  readonly idempotent?: true;
}

type PathParams<R extends OwnRoute> = R extends { pathParams: infer P }
  ? { readonly pathParams: P }
  : R['path'] extends `${string}/:id` | `${string}/:id/${string}`
    ? { readonly pathParams: typeof byId }
    : unknown;

/** What one that is idempotent may be answered besides. */
const repeatable = { 422: errorBody } as const;

/** The errors of every endpoint, and 409: the hooks and unique rules of what its handler writes answer by it. */
const ownErrors = { ...withNotFound, 409: errorBody } as const;

type ErrorsOf<R extends OwnRoute> = R extends { idempotent: true }
  ? typeof ownErrors & typeof repeatable
  : typeof ownErrors;

type OwnKeys = 'path' | 'responses' | 'right' | 'rawBody' | 'idempotent' | 'pathParams';

type Route<R extends OwnRoute, N extends string> = Omit<R, OwnKeys> &
  PathParams<R> & {
    readonly path: `/api/${N}${R['path']}`;
    readonly responses: Omit<ErrorsOf<R>, keyof R['responses']> & R['responses'];
    readonly strictStatusCodes: true;
    readonly metadata: R extends { rawBody: true } ? RouteAccess & { readonly rawBody: true } : RouteAccess;
  };

/** The routes of an extension, complete. */
export type RoutesOfExtension<N extends string, R extends Readonly<Record<string, OwnRoute>>> = {
  [K in keyof R]: Route<R[K], N>;
};

/**
 * Defines endpoints of a resource beside the generated ones: their names, below `/api/<resource>`, become those of
 * the typed client and the OpenAPI document.
 */
export const defineRoutes = <
  const N extends ResourceName,
  const R extends Readonly<Record<string, OwnRoute>>,
>(
  resource: N,
  routes: R,
): RoutesOfExtension<N, R> =>
  // What a mapped type says of each route is what `complete` makes of it.
  Object.fromEntries(
    Object.entries<OwnRoute>(routes).map(([name, route]) => [name, complete(route, resource)]),
  ) as RoutesOfExtension<N, R>;

function complete(
  { right, path, responses, rawBody, idempotent, ...route }: OwnRoute,
  resource: string,
): AppRoute {
  const access: RouteAccess = {
    ...{ resource, right },
    ...(right === 'everybody' && { public: true }),
    ...(rawBody && { rawBody }),
    ...(idempotent && { idempotent }),
  };
  return {
    ...(/\/:id(\/|$)/.test(path) && { pathParams: byId }),
    ...route,
    path: `/api/${resource}${path}`,
    responses: { ...ownErrors, ...(idempotent && repeatable), ...responses },
    strictStatusCodes: true,
    metadata: access,
  };
}

/**
 * A response that is a text of another media type than JSON, such as a calendar file:
 * `responses: { 200: textOf('text/calendar') }`. The handler returns the text as its `body`.
 */
export const textOf = (contentType: string): ContractOtherResponse<z.ZodString> =>
  c.otherResponse({ contentType, body: z.string() });

/** Returns who may call an endpoint of an extension. */
export const accessOf = ({ metadata }: AppRoute): RouteAccess => metadata as RouteAccess;

/** Returns whether the address of an endpoint names a record of its resource: `/:id`, or below it. */
export const isAboutRecord = (route: AppRoute): boolean =>
  /^\/:id(\/|$)/.test(route.path.slice(`/api/${accessOf(route).resource}`.length));

/** Returns the routes of an extension by name. */
export const ownRoutes = (routes: AppRouter): (readonly [name: string, route: AppRoute])[] =>
  Object.entries(routes).flatMap(([name, route]) => (isAppRoute(route) ? [[name, route] as const] : []));
