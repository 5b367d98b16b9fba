import { join, matchesGlob, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { below } from '@bindery/contract/api/client.ts';
import { createRoutes } from '@bindery/contract/api/create-routes.ts';
import { PRODUCT_EVENT } from '@bindery/contract/api/developers/pages.ts';
import { developerRoutes } from '@bindery/contract/api/developers/routes.ts';
import { frontendModules } from '@bindery/contract/api/frontend-folder.ts';
import { product, productRoot } from '@bindery/contract/api/product.ts';
import { routesByGroup, toTable } from '@bindery/contract/api/route-table.ts';
import { type AllResources, defineResources, text } from '@bindery/contract/schema/index.ts';
import type { Plugin } from 'vite';
import { ownFile } from './own-file.ts';
import { UNTHEMED_PLACE } from './unthemed-slots.ts';

const PREFIX = 'virtual:bindery/';

/** The id of the module with the name and the icon of `product.ts`, for Vite. */
export const PRODUCT_MODULE = `\0${PREFIX}product`;

/**
 * The folder of the product's pages. Modules are named by their paths from it: `./extensions/books/pages.ts`.
 */
const BASE = '/frontend';

interface Found {
  readonly files: readonly string[];
  /** Modules of the engine beside those of its extensions. */
  readonly ofEngine?: readonly string[];
  /** What to import from each file at once; without it, a function loads the module when called. */
  readonly eager?: 'default' | 'kind';
}

/** The files of the product that virtual modules contain, by module name. */
const FOUND: Readonly<Record<string, Found>> = {
  pages: { files: ['./extensions/*/pages.ts'], eager: 'default' },
  // Without those that replace generated pages, which load them themselves, and those of development.
  'page-modules': {
    files: ['./extensions/**/*-page.tsx', '!./extensions/*/manager/{list,show,create,update}-page.tsx'],
    ofEngine: ['./{sign-in,account,app}/*-page.tsx', './manager/!(developers)/*-page.tsx'],
  },
  'slot-modules': { files: ['./extensions/*/manager/*.tsx', '!./extensions/*/manager/*.test.tsx'] },
  slots: { files: ['./extensions/*/manager.ts'], eager: 'default' },
  icons: { files: ['./extensions/*/icons.ts'], eager: 'default' },
  restrictions: { files: ['./extensions/*/restrictions.ts'], eager: 'default' },
  features: { files: ['./extensions/*/feature.ts'], eager: 'default' },
  'home-sections': { files: ['./extensions/*/parts/home-section.tsx'], eager: 'default' },
  drawings: { files: ['./extensions/*/parts/drawing.tsx'], eager: 'default' },
  'field-kinds': {
    files: ['./extensions/field-kinds/*.tsx'],
    ofEngine: ['./manager/fields/*.tsx'],
    eager: 'kind',
  },
};

/**
 * Provides what pages import from the product: `virtual:bindery/product` has its name, slug and icon, of
 * which a page includes what it uses; `virtual:bindery/resources` its resources, by default those of
 * resources.config.ts; `virtual:bindery/api` the client of its API; and the others the extensions' files with
 * a certain name.
 */
export function productModules({ resources = 'resources.config.ts' } = {}): Plugin {
  const sources: ReadonlyMap<string, () => string> = new Map([
    ['product', () => sourceOfProduct(isServed)],
    ['unthemed-slots', () => `export default ${JSON.stringify(UNTHEMED_PLACE)}.split(' ');`],
    ...Object.entries(FOUND).map(([name, found]): [string, () => string] => [name, () => recordOf(found)]),
  ]);
  let isServed = false;
  let apiSources: Promise<Map<string, string>> | undefined;
  const isApi = (name: string) => /^(api|resource-routes)\b/.test(name);
  return {
    name: 'product-modules',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isServed = command === 'serve';
    },
    resolveId: {
      filter: { id: new RegExp(`^${PREFIX}`) },
      handler: (id) => (id === `${PREFIX}resources` ? resolve(productRoot(), resources) : `\0${id}`),
    },
    load: {
      filter: { id: new RegExp(`^\0${PREFIX}`) },
      async handler(id) {
        const name = id.slice(PREFIX.length + 1);
        if (!isApi(name)) return sources.get(name)?.();
        apiSources ??= apiModules(resources);
        const code = (await apiSources).get(name);
        return code === undefined ? null : { code, moduleSideEffects: false };
      },
    },
  };
}

/** Returns a module with the values of `product.ts`; on a development server, they follow the file. */
function sourceOfProduct(isServed: boolean): string {
  const { name, slug, icon } = product();
  const values = Object.entries({ name, slug, icon })
    .map(([key, value]) => `export ${isServed ? 'let' : 'const'} ${key} = ${JSON.stringify(value)};`)
    .join('\n');
  const event = JSON.stringify(PRODUCT_EVENT);
  return isServed
    ? `${values}\nimport.meta.hot?.on(${event}, (changed) => ({ name, icon } = changed));`
    : values;
}

/** Returns a module whose default export has the engine's and the product's files by their paths. */
function recordOf(found: Found): string {
  const { files, eager } = found;
  const options = { base: BASE, ...(eager && { eager: true, import: eager }) };
  const own = `import.meta.glob(${JSON.stringify(files)}, ${JSON.stringify(options)})`;
  const { imports, entries, names } = entriesOfEngine(found);
  // The product's additions to generated pages extend the engine's: an ejected list removes no panel.
  if (found === FOUND.slots && entries.length > 0) {
    const both = names.map(({ key, as }) => `${key}: { ...${as}, ...own[${key}] }`);
    return `${imports.join('\n')}\nconst own = ${own};\nexport default { ...own, ${both.join(', ')} };`;
  }
  return entries.length === 0
    ? `export default ${own};`
    : `${imports.join('\n')}\nexport default { ${entries.join(', ')}, ...${own} };`;
}

/**
 * The modules of the engine itself, such as the users extension; a product's file at the same path replaces
 * them.
 */
function entriesOfEngine({ files, ofEngine = [], eager }: Found) {
  const [wanted, unwanted] = [files.filter((one) => one[0] !== '!'), files.filter((one) => one[0] === '!')];
  const modules = frontendModules([...wanted, ...ofEngine].map((pattern) => pattern.slice(2))).filter(
    ({ name }) => !unwanted.some((pattern) => matchesGlob(`./${name}`, pattern.slice(1))),
  );
  const named = modules.map(({ path, name }, index) => ({
    key: JSON.stringify(`./${name}`),
    from: JSON.stringify(path),
    as: `e${index}`,
  }));
  const importOf = (as: string) => (eager === 'default' ? as : `{ ${eager} as ${as} }`);
  return {
    names: named,
    imports: eager ? named.map(({ from, as }) => `import ${importOf(as)} from ${from};`) : [],
    entries: named.map(({ from, key, as }) => `${key}: ${eager ? as : `() => import(${from})`}`),
  };
}

const ENDPOINT = ownFile('shell/http/endpoint.ts');

/**
 * Returns the sources of the modules of the pages' client, by name: `api` exports each group of routes as a
 * namespace, `api/books` each endpoint of a group, and `resource-routes` the routes that every resource has.
 */
async function apiModules(resources: string): Promise<Map<string, string>> {
  const routes = createRoutes(
    await load<{ default: AllResources }>(resources).then((config) => config.default),
    await load<object>('contract/extensions/index.ts').then((extensions) => ({ ...extensions })),
  );
  const groups = Map.groupBy(routesByGroup({ ...routes, developers: developerRoutes }), ({ group }) => group);
  const table = Object.entries(toTable([...groups.values()].flat()));
  return new Map([
    ['api', `export * as api from ${JSON.stringify(`${PREFIX}api/groups`)};`],
    [
      'api/groups',
      table
        .map(([group]) => `export * as ${group} from ${JSON.stringify(`${PREFIX}api/${group}`)};`)
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

/**
 * Returns the routes of a resource by name: `GET /api/:resource/:id`. Those of all resources are the same.
 */
function resourceRoutes(): Readonly<Record<string, string>> {
  const any = defineResources({ any: { fields: { name: text() }, archive: true, rights: {} } });
  const [, lines] = toTable(routesByGroup(createRoutes(any, {}))).any!;
  return Object.fromEntries(
    Object.entries(lines).map(([name, line]) => [name, below('/api/:resource', line)]),
  );
}
