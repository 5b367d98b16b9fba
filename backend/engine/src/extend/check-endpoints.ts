import { accessOf, ownRoutes } from '@bindery/contract/api/extend/define-routes.ts';
import { ExtensionError, unknownRight } from '@bindery/contract/api/extend/extension-error.ts';
import { routesOfAll } from '@bindery/contract/records/resources/routes.ts';
import { createRights, statementsOf } from '@bindery/contract/records/rights.ts';
import type { AppRoute, AppRouter } from '@bindery/contract/records/ts-rest.ts';
import { unknownName } from '@bindery/contract/schema/error.ts';
import { actions, type Resource, type Resources } from '@bindery/contract/schema/index.ts';
import { z } from 'zod';
import type { EndpointsExtension } from './endpoints.ts';

/**
 * The routes of extensions by the names of their resources, as `contract/extensions/index.ts` exports them.
 */
export type ExtensionRoutes = Readonly<Record<string, AppRouter>>;

/** Returns the pattern of a path, regardless of its parameter names. */
const patternOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replaceAll(/:\w+/g, ':')}`;

/** The values of `right` that are not pairs. */
const WORDS: readonly string[] = [...actions, 'signedIn', 'everybody'];

const unknownWord = (right: string): string | undefined =>
  WORDS.includes(right) ? undefined : `right: "${right}" ${unknownName(right, WORDS)}`;

const headersOf = ({ headers }: AppRoute): string[] =>
  headers instanceof z.ZodObject ? Object.keys(headers.shape) : [];

/**
 * Checks that the endpoints of extensions match their routes, and that they hide no generated ones.
 * @throws ExtensionError
 */
export function checkEndpoints(
  endpoints: readonly EndpointsExtension[],
  resources: Readonly<Record<string, Resource>>,
  contracts: ExtensionRoutes,
): void {
  const rights = statementsOf(createRights(resources));
  /** The endpoint at each path. */
  const taken = new Map<string, string>();
  for (const { resource = '', routes, handlers } of endpoints) {
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
      const other = taken.get(patternOf(route));
      if (other)
        throw new ExtensionError(`${about}: ${route.method} ${route.path} is already the endpoint ${other}.`);
      taken.set(patternOf(route), `${resource}.${name}`);
      const handler = Object.entries(handlers).find(([handled]) => handled === name)?.[1];
      if (typeof handler !== 'function')
        throw new ExtensionError(
          `backend/extensions/${resource}/endpoints.ts: ${name} has no handler; available: ${Object.keys(handlers).join(', ') || 'none'}.`,
        );
      const { right } = accessOf(route);
      const problem = typeof right === 'string' ? unknownWord(right) : unknownRight(right, rights);
      if (problem) throw new ExtensionError(`${about}: ${problem}`);
      const neverSent = headersOf(route).find((header) => header !== header.toLowerCase());
      if (neverSent)
        throw new ExtensionError(
          `${about}: headers: "${neverSent}" never arrives: Node.js has header names in lower case.`,
        );
    }
  }
  for (const resource of Object.keys(contracts))
    if (!endpoints.some((extension) => extension.resource === resource))
      throw new ExtensionError(
        `contract/extensions/${resource}.ts: its endpoints are missing; define them in backend/extensions/${resource}/endpoints.ts.`,
      );
}
