import { ownRoutes } from '@bindery/contract/api/extend/define-routes.ts';
import { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core';
import type { Endpoints } from './runtime.ts';

/** A route of the contract, by the names that the client calls it by: `books.list`. */
export interface ClientEndpoint {
  readonly group: string;
  readonly name: string;
  readonly route: AppRoute;
}

/** Returns the content type of a body that is sent as it is; undefined if it is JSON. */
export const bodyTypeOf = ({ metadata }: AppRoute): string | undefined =>
  (metadata as { readonly bodyType?: string } | undefined)?.bodyType;

/** Returns the routes of a contract, in its order. */
export const readEndpoints = (contract: AppRouter): ClientEndpoint[] =>
  Object.entries(contract).flatMap(([group, routes]) =>
    // Every route of the contract belongs to a group.
    isAppRoute(routes) ? [] : ownRoutes(routes).map(([name, route]) => ({ group, name, route })),
  );

/** Returns what the client knows of the routes at run time: methods, paths, and content types that are not JSON. */
export function toTable(endpoints: readonly ClientEndpoint[]): Endpoints {
  const groups = Map.groupBy(endpoints, ({ group }) => group);
  return Object.fromEntries(
    [...groups].map(([group, members]) => {
      const prefix = `/api/${group}`;
      const shared = members.every(({ route: { path } }) => path === prefix || path.startsWith(`${prefix}/`))
        ? prefix
        : '';
      const routes = members.map(({ name, route }) => {
        const parts = [route.method, route.path.slice(shared.length), bodyTypeOf(route)];
        return [name, parts.filter((part) => part !== undefined).join(' ')] as const;
      });
      return [group, [shared, Object.fromEntries(routes)]];
    }),
  );
}

/** Returns the table as JavaScript, in which groups with the same routes share them. */
export function tableSource(table: Endpoints): string {
  const sets = new Map<string, string>();
  const groups = Object.entries(table).map(([group, [path, routes]]) => {
    const source = JSON.stringify(routes, undefined, 2);
    const name = sets.get(source) ?? `routes${sets.size + 1}`;
    sets.set(source, name);
    return `  ${JSON.stringify(group)}: [${JSON.stringify(path)}, ${name}],`;
  });
  const constants = [...sets].map(([source, name]) => `const ${name} = ${source};\n`);
  return `${constants.join('')}export const endpoints = {\n${groups.join('\n')}\n};\n`;
}
