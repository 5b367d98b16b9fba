import { matchRoutes, type RouteObject, type To } from 'react-router';

let routes: RouteObject[] = [];
const preloaded = new WeakSet<RouteObject>();

/** Registers the route table. Call once. */
export function preloadFrom(table: RouteObject[]): void {
  routes = table;
}

/** Preloads the route modules of a link. Ignores failures, because the navigation itself retries. */
export function preload(to: To): void {
  for (const { route } of matchRoutes(routes, to) ?? []) {
    if (preloaded.has(route) || typeof route.lazy !== 'function') continue;
    preloaded.add(route);
    route.lazy().catch(() => preloaded.delete(route));
  }
}
