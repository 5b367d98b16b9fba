import { type AppRoute, type AppRouter, isAppRoute } from '#contract/records/ts-rest.ts';
import { type ClientOf, type ClientOptions, createTableClient, type RouteTable } from './client.ts';
import { ownRoutes } from './extend/define-routes.ts';

/** A route of the contract with its names in the client: `books.list`. */
export interface ClientRoute {
  readonly group: string;
  readonly name: string;
  readonly route: AppRoute;
}

/** Returns the content type of a body that is sent unchanged; undefined if it is JSON. */
export const bodyTypeOf = ({ metadata }: AppRoute): string | undefined =>
  (metadata as { readonly bodyType?: string } | undefined)?.bodyType;

/** Returns the routes of a contract, in its order. */
export const routesByGroup = (contract: AppRouter): ClientRoute[] =>
  Object.entries(contract).flatMap(([group, routes]) =>
    // Every route of the contract belongs to a group.
    isAppRoute(routes) ? [] : ownRoutes(routes).map(([name, route]) => ({ group, name, route })),
  );

/** Returns the routes as a client needs them at run time: methods, paths and non-JSON content types. */
export function toTable(routes: readonly ClientRoute[]): RouteTable {
  const groups = Map.groupBy(routes, ({ group }) => group);
  return Object.fromEntries(
    [...groups].map(([group, members]) => {
      const prefix = `/api/${group}`;
      const shared = members.every(({ route: { path } }) => path === prefix || path.startsWith(`${prefix}/`))
        ? prefix
        : '';
      const lines = members.map(({ name, route }) => {
        const parts = [route.method, route.path.slice(shared.length), bodyTypeOf(route)];
        return [name, parts.filter((part) => part !== undefined).join(' ')] as const;
      });
      return [group, [shared, Object.fromEntries(lines)]];
    }),
  );
}

/**
 * Creates a typed client of some routes:
 * `createClientOf(contract, { baseUrl }).books.list({ query: { q: 'poe' } })`. A rejected call returns a
 * response too; a call throws only if the server cannot be reached.
 */
export const createClientOf = <Routes extends object>(
  routes: Routes,
  options: ClientOptions,
): ClientOf<Routes> => {
  // Its type has the part of each route that the table has.
  const client: object = createTableClient(toTable(routesByGroup(routes as AppRouter)), options);
  return client as ClientOf<Routes>;
};
