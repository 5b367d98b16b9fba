import { z } from 'zod';
import type { FixedRight } from '#contract/records/rights.ts';
import { byId, repeatErrors, withConflict } from '#contract/records/route-parts.ts';
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
 * Who may call an endpoint: users with this right on its resource (`'update'`), on another resource by its
 * singular (`['book', 'update']`) or on something else (`['user', 'ban']`), all users, or everybody. The
 * server does not start if the right does not exist.
 */
export type EndpointRight = Action | FixedRight | OtherRight | 'signedIn' | 'everybody';

/** A right on another resource, by its singular: `['book', 'update']`. */
export type OtherRight = readonly [singular: string, action: Action];

type Own<Route> = Omit<Route, 'path' | 'strictStatusCodes' | 'metadata' | 'validateResponseOnClient'> & {
  /** The path below the resource: `/:id/return` is `/api/loans/:id/return`. An `:id` is a UUID by default. */
  readonly path: `/${string}`;
  readonly right: EndpointRight;
  /**
   * Passes the unparsed body to the handler as `rawBody`, for the signature of a webhook. Such a body may
   * have any content type; JSON is also parsed and checked against `body`.
   */
  readonly rawBody?: true;
  /**
   * Lets a caller repeat a request with the same `Idempotency-Key`: within a day it gets the first response,
   * and the handler does not run again. Everything that the handler writes with its tools is then one
   * transaction with that response: emails are sent after the commit, and `addJob` is not available. A key
   * requires a session.
   */
  readonly idempotent?: true;
};

/** An endpoint of a resource's extension, as ts-rest describes routes. Error responses may be left out. */
export type OwnRoute = Own<AppRouteQuery> | Own<AppRouteMutation> | Own<AppRouteDeleteNoBody>;

/** What the server knows about an endpoint besides its route. */
export interface RouteAccess {
  readonly resource: string;
  readonly right: EndpointRight;
  /** Marks it as usable without a session in the OpenAPI document. */
  readonly public?: true;
  /** Whether the handler also gets the unparsed body. */
  readonly rawBody?: true;
  /** Whether a repeated request with the same `Idempotency-Key` runs once. */
  readonly idempotent?: true;
}

type PathParams<R extends OwnRoute> = R extends { pathParams: infer P }
  ? { readonly pathParams: P }
  : R['path'] extends `${string}/:id` | `${string}/:id/${string}`
    ? { readonly pathParams: typeof byId }
    : unknown;

/** The errors include 409, for hooks and unique rules of records that the handler writes. */
type ErrorsOf<R extends OwnRoute> = R extends { idempotent: true }
  ? typeof withConflict & typeof repeatErrors
  : typeof withConflict;

type OwnKeys = 'path' | 'responses' | 'right' | 'rawBody' | 'idempotent' | 'pathParams';

type Route<R extends OwnRoute, N extends string> = Omit<R, OwnKeys> &
  PathParams<R> & {
    readonly path: `/api/${N}${R['path']}`;
    readonly responses: Omit<ErrorsOf<R>, keyof R['responses']> & R['responses'];
    readonly strictStatusCodes: true;
    readonly metadata: R extends { rawBody: true } ? RouteAccess & { readonly rawBody: true } : RouteAccess;
  };

/** The completed routes of an extension. */
export type RoutesOfExtension<N extends string, R extends Readonly<Record<string, OwnRoute>>> = {
  [K in keyof R]: Route<R[K], N>;
};

/**
 * Defines endpoints of a resource beside the generated ones. Their names, below `/api/<resource>`, appear in
 * the typed client and in the OpenAPI document.
 */
export const defineRoutes = <
  const N extends ResourceName,
  const R extends Readonly<Record<string, OwnRoute>>,
>(
  resource: N,
  routes: R,
): RoutesOfExtension<N, R> =>
  // The mapped type describes the result of `complete` for each route.
  Object.fromEntries(
    Object.entries<OwnRoute>(routes).map(([name, route]) => [name, complete(route, resource)]),
  ) as RoutesOfExtension<N, R>;

function complete(
  { right, path, responses, rawBody, idempotent, ...route }: OwnRoute,
  resource: string,
): AppRoute {
  const access: RouteAccess = {
    resource,
    right,
    ...(right === 'everybody' && { public: true }),
    ...(rawBody && { rawBody }),
    ...(idempotent && { idempotent }),
  };
  return {
    ...(/\/:id(\/|$)/.test(path) && { pathParams: byId }),
    ...route,
    path: `/api/${resource}${path}`,
    responses: { ...withConflict, ...(idempotent && repeatErrors), ...responses },
    strictStatusCodes: true,
    metadata: access,
  };
}

/**
 * A text response of a media type other than JSON, such as a calendar file: `responses: { 200:
 * textOf('text/calendar') }`. The handler returns the text as its `body`.
 */
export const textOf = (contentType: string): ContractOtherResponse<z.ZodString> =>
  c.otherResponse({ contentType, body: z.string() });

/** Returns who may call an endpoint of an extension. */
export const accessOf = ({ metadata }: AppRoute): RouteAccess => metadata as RouteAccess;

/** Returns whether the path of an endpoint is `/:id` or below it, and so names a record of its resource. */
export const isAboutRecord = (route: AppRoute): boolean =>
  /^\/:id(\/|$)/.test(route.path.slice(`/api/${accessOf(route).resource}`.length));

/** Returns the routes of an extension by name. */
export const ownRoutes = (routes: AppRouter): (readonly [name: string, route: AppRoute])[] =>
  Object.entries(routes).flatMap(([name, route]) => (isAppRoute(route) ? [[name, route] as const] : []));
