import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRights, statementsOf } from '#contract/records/rights.ts';
import { unknownName } from '#contract/schema/error.ts';
import type { ReadCall } from './create-routes.ts';
import {
  ExtensionError,
  type FoundFiles,
  rejectMisspeltFiles,
  unknownRight,
} from './extend/extension-error.ts';
import { frontendModule, frontendModules } from './frontend-folder.ts';
import type { ManagerSlots } from './manager-slots.ts';
import { type AreaName, type PageDefinition, type Pages, productPages } from './pages.ts';
import { productResources, productRoot } from './product.ts';

/** In the paths of generated pages the resource is a parameter too. */
type PreloadedCall = ReadCall | typeof record | `${typeof record}/history`;

const record = '/api/:resource/:id';
const account = {
  calls: ['/api/account/sessions?_start=0&_end=5', '/api/account/api-keys'],
  // Its drafts are in the browser.
  inBrowser: true,
} as const;

/** The preloads of the product's pages, by route pattern. Only for Node.js: the server and the build. */
export const productPreloads = {
  // Which code was sent is known to the tab.
  '/login/verify': { inBrowser: true },
  '/app/account': account,
  '/manager/dashboard': { calls: ['/api/dashboard'] },
  '/manager/account': account,
  '/manager/history': {
    calls: ['/api/history?_batches=once'],
    // Days depend on the browser's time zone, so a page with `from` or `to` makes its own call.
    queryParameters: {
      resource: 'resource',
      user: 'user',
      apiKey: 'apiKey',
      action: 'action',
      record: 'record',
      label: 'label',
      batch: 'batch',
    },
  },
  '/manager/:resource': { generated: 'list', calls: ['/api/views'] },
  '/manager/:resource/new': { generated: 'form' },
  '/manager/:resource/import': { generated: 'import' },
  '/manager/:resource/:id': { generated: 'record', calls: [record, `${record}/history`] },
  '/manager/:resource/:id/update': { generated: 'form', calls: [record] },
} as const satisfies {
  readonly [Address in keyof typeof productPages]?: Pick<
    PageDefinition,
    'generated' | 'queryParameters' | 'inBrowser'
  > & { readonly calls?: readonly PreloadedCall[] };
};

const frontend = path.join(productRoot(), 'frontend');
const readDefault = async (file: string) => (await import(pathToFileURL(file).href)).default;

/** Reads a file of all extensions, by resource name: the engine's and the product's, which win. */
async function readExtensions<Content>(file: string): Promise<(readonly [resource: string, Content])[]> {
  const own = globSync(`extensions/*/${file}`, { cwd: frontend });
  const found = [
    ...frontendModules(`extensions/*/${file}`),
    ...own.map((name) => ({ name, path: path.join(frontend, name) })),
  ];
  const read = await Promise.all(
    found.map(async (one) => ({
      resource: path.basename(path.dirname(one.name)),
      content: await readDefault(one.path),
    })),
  );
  // Of both, what the product states wins, and the rest stays.
  const merged = Map.groupBy(read, ({ resource }) => resource);
  return [...merged]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([resource, all]) => [resource, Object.assign({}, ...all.map(({ content }) => content))] as const);
}

/** The files of an extension that the server or pages load by name. */
const FILES: FoundFiles = {
  'pages.ts': /\bExtensionPages\b/,
  'manager.ts': /\bManagerSlots\b/,
  'home.ts': /\bHomeData\b/,
  'feature.ts': /\bAppFeature\b/,
  'icons.ts': /\bExtensionIcons\b/,
};

/** Replaces the parameter names of a path: two paths of the same shape are one page. */
const shapeOf = (address: string) => address.replaceAll(/:\w+/g, ':');

/**
 * Rejects a path that another page already has, of an extension or of the product. A generated page would
 * otherwise be hidden silently.
 * @throws ExtensionError
 */
export function requireFreeAddress(
  address: string,
  { about, others, names }: { about: string; others: readonly string[]; names: readonly string[] },
): void {
  const shape = shapeOf(address);
  if (others.some((other) => shapeOf(other) === shape))
    throw new ExtensionError(`${about} is already another page.`);
  const generated = others.filter((other) => other.startsWith('/manager/:resource'));
  if (names.some((name) => generated.some((other) => shapeOf(other.replace(':resource', name)) === shape)))
    throw new ExtensionError(`${about} is already a generated page: manager.ts replaces it.`);
}

/** The home page of the app, which an extension may replace. */
const HOME = '/app';

async function readExtensionPages(): Promise<Pages> {
  const extensions = path.join(frontend, 'extensions');
  rejectMisspeltFiles(extensions, { about: 'frontend/extensions', files: FILES });
  const all: Record<string, Pages[string]> = {};
  for (const [resource, own] of await readExtensions<Pages>('pages.ts'))
    for (const [address, page] of Object.entries(own)) {
      const about = `frontend/extensions/${resource}/pages.ts: ${address}`;
      const ofProduct = Object.keys(productPages).filter((other) => other !== HOME);
      const others = [...ofProduct, ...Object.keys(all)];
      requireFreeAddress(address, { about, others, names: Object.keys(productResources()) });
      requireAddressOf(page, { address, about });
      requireKnownRight(page, { about, rights: statementsOf(createRights(productResources())) });
      requireModule(page.component, about);
      all[address] = page;
    }
  return all;
}

/** The first path segments that extension pages may not use. */
export const TAKEN = ['api', 'app', 'assets', 'docs', 'login', 'manager', 'outbox'];

/** The areas that extensions have pages in. */
const AREAS = ['app', 'manager', 'public'] satisfies AreaName[];

/**
 * Checks that the area of an extension's page exists, and that the path of the page matches the area.
 * @throws ExtensionError
 */
export function requireAddressOf(
  { area }: PageDefinition,
  { address, about }: { address: string; about: string },
): void {
  if (!AREAS.some((one) => one === area))
    throw new ExtensionError(`${about}: area: "${area}" ${unknownName(String(area), AREAS)}`);
  const [, first = ''] = address.split('/');
  if (area === 'public') {
    if (address !== '/' && (!/^[a-z]/.test(first) || TAKEN.includes(first)))
      throw new ExtensionError(
        `${about}: a page of the area public is /, or has a path that starts with none of: ${TAKEN.map((name) => `/${name}`).join(', ')}.`,
      );
  } else if (!address.startsWith(`/${area}/`) && !(area === 'app' && address === HOME))
    throw new ExtensionError(`${about}: the path of a page of the area ${area} starts with /${area}/.`);
}

/**
 * Checks that the right of a page exists; otherwise no user could open the page.
 * @throws ExtensionError
 */
export function requireKnownRight(
  { right }: PageDefinition,
  { about, rights }: { about: string; rights: Readonly<Record<string, readonly string[]>> },
): void {
  if (right === undefined) return;
  const problem = unknownRight(right, rights);
  if (problem) throw new ExtensionError(`${about}: ${problem}`);
}

function requireModule(component: string, about: string): void {
  const isOwn = component.startsWith('extensions/') && existsSync(path.join(frontend, component));
  if (!isOwn && frontendModule(component) === undefined)
    throw new ExtensionError(`${about}: there is no frontend/${component}.`);
}

/**
 * All pages, of extensions and of the product. Only for Node.js: the server, the build and the browser tests.
 * Browsers use `frontend/engine/src/shell/pages.ts`.
 */
export const pages: Pages = withOwn(await readExtensionPages());

/** Puts the pages of extensions first, so that they match first. */
function withOwn(own: Pages): Pages {
  const preloads: Readonly<Record<string, Partial<PageDefinition>>> = productPreloads;
  const others = Object.entries(productPages)
    .filter(([address]) => !Object.hasOwn(own, address))
    .map(([address, page]) => [address, { ...page, ...preloads[address] }]);
  return { ...own, ...Object.fromEntries(others) };
}

/** The properties of a `manager.ts`: slots with modules, and data. */
const SLOTS: Readonly<Record<keyof ManagerSlots, 'modules' | 'data'>> = {
  list: 'modules',
  show: 'modules',
  create: 'modules',
  update: 'modules',
  import: 'modules',
  form: 'modules',
  actions: 'modules',
  rowActions: 'modules',
  bulkActions: 'modules',
  cover: 'modules',
  panels: 'modules',
  dashboard: 'modules',
  inPanels: 'data',
  namespaces: 'data',
  calls: 'data',
};

/**
 * Checks that the slots of a `manager.ts` and their modules exist; otherwise pages silently omit them.
 * @throws ExtensionError
 */
export function requireSlots(resource: string, slots: object): void {
  const file = `frontend/extensions/${resource}/manager.ts`;
  for (const [slot, stated] of Object.entries(slots)) {
    const kind = Object.entries(SLOTS).find(([name]) => name === slot)?.[1];
    if (!kind) throw new ExtensionError(`${file}: ${slot} ${unknownName(slot, Object.keys(SLOTS))}`);
    if (kind === 'modules')
      for (const module of [stated].flat())
        requireModule(`extensions/${resource}/${module}`, `${file}: ${slot}`);
  }
}

async function readSlots(): Promise<Readonly<Record<string, ManagerSlots>>> {
  const all = await readExtensions<ManagerSlots>('manager.ts');
  for (const [resource, slots] of all) requireSlots(resource, slots);
  return Object.fromEntries(all);
}

/** What extensions add to or replace on generated pages, by resource. */
export const extensionSlots: Readonly<Record<string, ManagerSlots>> = await readSlots();

/** The extensions with translations; each has a separate namespace. */
export const extensionNamespaces: readonly string[] = globSync('extensions/*/locales/en.json', {
  cwd: frontend,
})
  .map((file) => path.basename(path.dirname(path.dirname(file))))
  .sort();

/** The calls of the sections that extensions add to the home page. The server embeds the responses. */
export const homeCalls: readonly string[] = (
  await readExtensions<{ readonly calls: readonly string[] }>('home.ts')
).flatMap(([, { calls }]) => calls);

/** The translation namespaces of those sections. */
export const homeNamespaces: readonly string[] = extensionNamespaces.filter((name) =>
  existsSync(path.join(frontend, 'extensions', name, 'parts/home-section.tsx')),
);
