import { matchRoutes, type RouteObject, type To } from 'react-router';

let routes: RouteObject[] = [];
const asked = new WeakSet<RouteObject>();

/** Says once which routes there are. */
export function preloadFrom(table: RouteObject[]): void {
  routes = table;
}

/** Loads the pages behind a link ahead of time. A failure is no matter: the navigation itself tries again. */
export function preload(to: To): void {
  for (const { route } of matchRoutes(routes, to) ?? []) {
    if (asked.has(route) || typeof route.lazy !== 'function') continue;
    asked.add(route);
    route.lazy().catch(() => asked.delete(route));
  }
}
