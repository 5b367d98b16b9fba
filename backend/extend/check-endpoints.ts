import type { AppRouter } from '@ts-rest/core';
import { accessOf, ownRoutes } from '#contract/extend/define-routes.ts';
import { ExtensionError } from '#contract/extend/extension-error.ts';
import * as registered from '#contract/extensions/index.ts';
import { routesOfAll } from '#contract/resources/routes.ts';
import { createRights, statementsOf } from '#contract/rights.ts';
import { unknownName } from '#contract/schema/error.ts';
import type { Resource, Resources } from '#contract/schema/index.ts';
import type { EndpointsExtension } from './endpoints.ts';

/** Returns the pattern of an address, whatever its parameters are called. */
const patternOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replaceAll(/:\w+/g, ':')}`;

/**
 * Checks that the endpoints of extensions and their routes belong together, and that they hide no generated ones.
 *
 * @throws ExtensionError
 */
export function checkEndpoints(
  endpoints: readonly EndpointsExtension[],
  resources: Readonly<Record<string, Resource>>,
  contracts: Readonly<Record<string, AppRouter>> = registered,
): void {
  const rights = statementsOf(createRights(resources));
  for (const { resource = '', routes } of endpoints) {
    if (contracts[resource] !== routes)
      throw new ExtensionError(
        `contract/extensions/index.ts: the routes of ${resource} are missing; ` +
          `add: export { ${resource} } from './${resource}.ts';`,
      );
    const generated: Readonly<Record<string, AppRouter>> = routesOfAll(resources as Resources);
    const names = Object.keys(generated[resource] ?? {});
    const patterns = new Set(
      Object.values(generated)
        .flatMap(ownRoutes)
        .map(([, route]) => patternOf(route)),
    );
    for (const [name, route] of ownRoutes(routes)) {
      const about = `contract/extensions/${resource}.ts: ${name}`;
      if (names.includes(name)) throw new ExtensionError(`${about} is the name of a generated endpoint.`);
      if (patterns.has(patternOf(route)))
        throw new ExtensionError(`${about}: ${route.method} ${route.path} is a generated endpoint.`);
      const { right } = accessOf(route);
      if (typeof right === 'string') continue;
      const [on, action] = right;
      if (!Object.hasOwn(rights, on))
        throw new ExtensionError(`${about}: right: "${on}" ${unknownName(on, Object.keys(rights))}`);
      if (!rights[on]!.includes(action))
        throw new ExtensionError(`${about}: right: no role may ${action} "${on}".`);
    }
  }
  for (const resource of Object.keys(contracts))
    if (!endpoints.some((extension) => extension.resource === resource))
      throw new ExtensionError(
        `contract/extensions/${resource}.ts: its endpoints are missing; define them in backend/extensions/${resource}/endpoints.ts.`,
      );
}
