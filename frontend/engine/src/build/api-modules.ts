import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { below } from '@bindery/contract/api/client.ts';
import { createRoutes } from '@bindery/contract/api/create-routes.ts';
import { developerRoutes } from '@bindery/contract/api/developers/routes.ts';
import { productRoot } from '@bindery/contract/api/product.ts';
import { routesByGroup, toTable } from '@bindery/contract/api/route-table.ts';
import { type AllResources, defineResources, text } from '@bindery/contract/schema/index.ts';
import { ownFile } from './own-file.ts';

const ENDPOINT = ownFile('shell/http/endpoint.ts');

/**
 * Returns the sources of the modules of the pages' client, by name: `api` exports each group of routes as a namespace,
 * `api/books` each endpoint of a group, and `resource-routes` the routes that every resource has.
 */
export async function apiModules(prefix: string, resources: string): Promise<Map<string, string>> {
  const routes = createRoutes(
    await load<{ default: AllResources }>(resources).then((config) => config.default),
    await load<object>('contract/extensions/index.ts').then((extensions) => ({ ...extensions })),
  );
  const groups = Map.groupBy(routesByGroup({ ...routes, developers: developerRoutes }), ({ group }) => group);
  const table = Object.entries(toTable([...groups.values()].flat()));
  return new Map([
    ['api', `export * as api from ${JSON.stringify(`${prefix}api/groups`)};`],
    [
      'api/groups',
      table
        .map(([group]) => `export * as ${group} from ${JSON.stringify(`${prefix}api/${group}`)};`)
        .join('\n'),
    ],
    ...table.map(([group, [path, lines]]) => [`api/${group}`, groupModule(path, lines)] as const),
    ['resource-routes', `export default ${JSON.stringify(resourceRoutes())};`],
  ]);
}

const load = <Module>(file: string): Promise<Module> =>
  import(pathToFileURL(resolve(join(productRoot(), file))).href);

/** Names such as `delete` are those of exports only: no variable may have them. */
function groupModule(path: string, lines: Readonly<Record<string, string>>): string {
  const endpoints = Object.entries(lines).map(([name, line], index) => ({
    name,
    variable: `e${index}`,
    route: below(path, line),
  }));
  return [
    `import { endpoint } from ${JSON.stringify(ENDPOINT)};`,
    ...endpoints.map(
      ({ variable, route }) => `const ${variable} = /* @__PURE__ */ endpoint(${JSON.stringify(route)});`,
    ),
    `export { ${endpoints.map(({ variable, name }) => `${variable} as ${name}`).join(', ')} };`,
  ].join('\n');
}

/** Returns the routes of a resource by name: `GET /api/:resource/:id`. Those of all resources are the same. */
function resourceRoutes(): Readonly<Record<string, string>> {
  const any = defineResources({ any: { fields: { name: text() }, archive: true, rights: {} } });
  const [, lines] = toTable(routesByGroup(createRoutes(any, {}))).any!;
  return Object.fromEntries(
    Object.entries(lines).map(([name, line]) => [name, below('/api/:resource', line)]),
  );
}
