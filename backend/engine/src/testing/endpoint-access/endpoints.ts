import type { Express, Router } from 'express';
import type { Auth } from '#backend/access/auth/auth.ts';
import { authEndpointsOf } from '#backend/access/auth/handler.ts';
import type { ResourceRouters } from '#backend/records/resources/endpoints/endpoints.ts';

/** A layer of Express's router stack: a route, or a nested router. Express's types omit its members. */
interface Layer {
  readonly route?: { readonly path: string | readonly string[] } | undefined;
  readonly handle?: object;
}

const membersOf = (parts: object, name: string): object =>
  Object.getOwnPropertyDescriptor(parts, name)?.value ?? {};

/** Returns every route of the application itself, and of resources for any role, as `METHOD /path`. */
export function routesOf(app: Express, ofResources: ResourceRouters): string[] {
  const within = (layers: readonly Layer[]): string[] =>
    layers.flatMap(({ route, handle }) => {
      if (!route) return within(Object.values(membersOf(handle ?? {}, 'stack')));
      const methods = Object.keys(membersOf(route, 'methods')).map((method) => method.toUpperCase());
      return [route.path].flat().flatMap((path) => methods.map((method) => `${method} ${path}`));
    });
  const routers: Router[] = [...ofResources.values()].flatMap((byName) =>
    [...byName.values()].map(({ create }) => create()),
  );
  return [...new Set([app.router, ...routers].flatMap(({ stack }) => within(stack)))];
}

/** Returns every HTTP endpoint of better-auth and its plugins, as `METHOD /path`. */
export function signInEndpoints(auth: Auth): string[] {
  return authEndpointsOf(auth)
    .filter(({ path }) => path !== undefined)
    .flatMap(({ path, options }) => [options?.method ?? 'GET'].flat().map((method) => `${method} ${path}`));
}
