import { globSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { accessOf, ownRoutes } from '@bindery/contract/api/extend/define-routes.ts';
import {
  ExtensionError,
  type FoundFiles,
  rejectMisspeltFiles,
  unknownRight,
} from '@bindery/contract/api/extend/extension-error.ts';
import { productRoot } from '@bindery/contract/api/product.ts';
import { routesOfAll } from '@bindery/contract/records/resources/routes.ts';
import { createRights, statementsOf } from '@bindery/contract/records/rights.ts';
import type { AppRoute, AppRouter } from '@bindery/contract/records/ts-rest.ts';
import { unknownName } from '@bindery/contract/schema/error.ts';
import { type AllResources, actions, type Resources } from '@bindery/contract/schema/index.ts';
import { closest } from 'fastest-levenshtein';
import { z } from 'zod';
import type { OwnJob } from '#backend/records/resources/app-tools.ts';
import type { HooksByResource } from '#backend/records/resources/hooks.ts';
import { checkedHooks } from './checked-hooks.ts';
import type { EndpointsExtension } from './endpoints.ts';
import type { HooksExtension } from './hooks.ts';

/** The routes of extensions by their resources' names, as `contract/extensions/index.ts` exports them. */
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
  resources: AllResources,
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
      const path = route.path.slice(`/api/${resource}`.length);
      if (path && !path.startsWith('/') && route.path.startsWith(`/api/${resource}`))
        throw new ExtensionError(`${about}: path: "${path}" must start with a slash: "/${path}".`);
      if (names.includes(name)) throw new ExtensionError(`${about} is the name of a generated endpoint.`);
      if (patterns.has(patternOf(route)))
        throw new ExtensionError(`${about}: ${route.method} ${route.path} is a generated endpoint.`);
      const other = taken.get(patternOf(route));
      if (other)
        throw new ExtensionError(`${about}: ${route.method} ${route.path} is already the endpoint ${other}.`);
      taken.set(patternOf(route), `${resource}.${name}`);
      if (typeof Reflect.get(handlers, name) !== 'function')
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

/** What the folders in `backend/extensions` add to the generated server. */
export interface Extensions {
  readonly routes: ExtensionRoutes;
  readonly hooks: HooksByResource;
  readonly endpoints: readonly EndpointsExtension[];
  /** The jobs by the name of their queue: `loans-remind`. */
  readonly jobs: Readonly<Record<string, OwnJob<object>>>;
}

/** No extensions. */
export const noExtensions: Extensions = { routes: {}, hooks: {}, endpoints: [], jobs: {} };

/**
 * Loads the extensions of all resources: each is a folder with the name of its resource, by default in the
 * working folder. `routes` are those that need a handler, by default those of contract/extensions.
 * @throws ExtensionError for files in a folder without a resource, a misspelt file, or a file of another
 * resource.
 */
export async function loadExtensions(
  resources: AllResources,
  {
    folder = join(productRoot(), 'backend/extensions'),
    routes,
  }: { folder?: string; routes?: ExtensionRoutes } = {},
): Promise<Extensions> {
  // Git leaves empty folders, and other tools their hidden files.
  const files = globSync('*/**/?*.*', { cwd: folder }).sort();
  for (const name of new Set(files.map((path) => path.split(sep)[0]!))) requireResource(name, resources);
  rejectMisspeltFiles(folder, { about: 'backend/extensions', files: FILES });
  // First, because hooks and endpoints import them: an error at a job is then reported with its own file.
  const jobs = Object.fromEntries((await readAll(folder, 'jobs.ts')).flatMap(jobsOf));
  const hooks = (await readAll(folder, 'hooks.ts')).map(hooksOf);
  const endpoints = (await readAll(folder, 'endpoints.ts')).map(defaultOf<EndpointsExtension>);
  const contracts: ExtensionRoutes =
    routes ?? (await import(pathToFileURL(join(productRoot(), 'contract/extensions/index.ts')).href));
  checkEndpoints(endpoints, resources, contracts);
  return {
    routes: contracts,
    hooks: Object.fromEntries(
      hooks.map(({ resource, hooks: own }) => [resource, checkedHooks(resources[resource]!, own)]),
    ),
    endpoints,
    jobs,
  };
}

function requireResource(name: string, resources: Readonly<Record<string, unknown>>): void {
  if (Object.hasOwn(resources, name)) return;
  const names = Object.keys(resources);
  const hint = names.length > 0 ? ` Did you mean ${closest(name, names)}?` : '';
  throw new ExtensionError(
    `backend/extensions/${name}: resources.config.ts has no resource with this name.${hint}`,
  );
}

/** The files that are loaded by name, each with a pattern that its code matches. */
const FILES: FoundFiles = {
  'hooks.ts': /\bdefineHooks\(/,
  'endpoints.ts': /\bdefineEndpoints\(/,
  'jobs.ts': /\bdefineJob\(/,
  'seed.ts': /\bexport default\b/,
};

/** A loaded file of an extension. */
interface LoadedFile {
  readonly resource: string;
  readonly file: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

const readAll = (folder: string, file: string): Promise<LoadedFile[]> =>
  Promise.all(
    globSync(`*/${file}`, { cwd: folder })
      .sort()
      .map(async (path) => ({
        resource: dirname(path),
        file,
        exports: await load(join(folder, path), `backend/extensions/${dirname(path)}/${file}`),
      })),
  );

/** Loads a file. Adds its name to the errors of its definitions, which do not know it. */
const load = (path: string, about: string): Promise<LoadedFile['exports']> =>
  import(pathToFileURL(path).href).catch((error: unknown) => {
    throw error instanceof ExtensionError ? new ExtensionError(`${about}: ${error.message}`) : error;
  });

/** Returns the default export of a file, which must be defined for the resource of its folder. */
function defaultOf<Extension extends { readonly resource: string | undefined }>({
  resource,
  file,
  exports,
}: LoadedFile): Extension {
  // The types of the file have been checked with all others; only its place can be invalid.
  const extension = exports.default as Extension | undefined;
  if (extension?.resource === resource) return extension;
  throw new ExtensionError(
    `backend/extensions/${resource}/${file}: its default export must be defined for ${resource}` +
      (extension?.resource ? `, and not for ${extension.resource}.` : `${exportsIn(exports)}.`),
  );
}

const HOOKS: readonly string[] = ['beforeCreate', 'beforeUpdate', 'beforeDelete', 'afterCommit'];

/** Returns the hooks of a file. A misspelt hook would never run, without any sign during development. */
function hooksOf(file: LoadedFile): HooksExtension {
  const extension = defaultOf<HooksExtension>(file);
  for (const [name, hook] of Object.entries(extension.hooks ?? {})) {
    const about = `backend/extensions/${file.resource}/hooks.ts: ${name}`;
    if (!HOOKS.includes(name))
      throw new ExtensionError(
        `${about} is not a hook. Did you mean ${closest(name, HOOKS)}? Available: ${HOOKS.join(', ')}.`,
      );
    if (typeof hook !== 'function') throw new ExtensionError(`${about} must be a function.`);
  }
  return extension;
}

function exportsIn(exports: LoadedFile['exports']): string {
  const names = Object.keys(exports).filter((name) => name !== 'default');
  if ('default' in exports) return ', with defineHooks or defineEndpoints';
  return names.length > 0 ? `; it has none, and exports ${names.join(', ')}` : '; it has none';
}

function jobsOf({ resource, exports }: LoadedFile): [queue: string, OwnJob<object>][] {
  return Object.entries(exports).map(([name, job]) => {
    if (!isJob(job))
      throw new ExtensionError(`backend/extensions/${resource}/jobs.ts: ${name} is not made with defineJob.`);
    return [`${resource}-${name}`, job];
  });
}

const isJob = (value: unknown): value is OwnJob<object> =>
  typeof value === 'object' && value !== null && 'run' in value && 'parse' in value;
