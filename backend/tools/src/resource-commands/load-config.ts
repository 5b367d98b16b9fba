import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { productRoot } from '@bindery/contract/api/product.ts';
import type { AppRouter } from '@bindery/contract/records/ts-rest.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { CommandError } from './command.ts';

/** The file with the entries, from the root of the project. */
export const CONFIG_FILE = 'resources.config.ts';

/** The folder with the routes of extensions, from the root of the project. */
const ROUTES_FOLDER = 'contract/extensions';

const PACKAGE = {
  type: 'module',
  imports: { '#contract/*': './contract/*', '#contract/extensions/*': './extensions/*' },
};

/**
 * Loads the source of a `resources.config.ts` with the contract of this project, from a temporary folder.
 * @throws ResourceConfigError for its mistakes, or any other error of loading it.
 */
export async function loadConfig(source: string): Promise<Readonly<Record<string, Resource>>> {
  const { default: resources } = await load(new Map([[CONFIG_FILE, source]]), CONFIG_FILE);
  return resources as Readonly<Record<string, Resource>>;
}

/**
 * Loads the routes of extensions from the sources of `contract/extensions`, as `loadConfig` does. Returns
 * what its `index.ts` exports, by name; nothing if there is no such file.
 * @throws any error of loading them.
 */
export async function loadExtensionRoutes(
  sources: ReadonlyMap<string, string>,
): Promise<Readonly<Record<string, AppRouter>>> {
  if (!sources.has(`${ROUTES_FOLDER}/index.ts`)) return {};
  // Not below `contract`, which is this project's.
  const files = [...sources].map(([file, source]) => [file.replace(/^contract\//, ''), source] as const);
  return (await load(new Map(files), 'extensions/index.ts')) as Readonly<Record<string, AppRouter>>;
}

const load = (files: ReadonlyMap<string, string>, main: string): Promise<Readonly<Record<string, unknown>>> =>
  inFolder(files, (folder) => import(pathToFileURL(join(folder, main)).href));

/** Calls a function with a temporary folder of some files, with the contract and packages of this project. */
export async function inFolder<Result>(
  files: ReadonlyMap<string, string>,
  run: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'resource-config-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(PACKAGE));
    for (const link of ['contract', 'node_modules'])
      symlinkSync(join(productRoot(), link), join(folder, link), 'junction');
    for (const [file, source] of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), source);
    }
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The source of the config in a revision of git. */
interface Revision {
  readonly commit: string;
  readonly source: string;
  /** The sources of `contract/extensions`, by their paths. */
  readonly routes: ReadonlyMap<string, string>;
  /** The sources of the locale files, by their paths. */
  readonly texts: ReadonlyMap<string, string>;
  /** The migrations and their snapshot, by their paths. */
  readonly migrations: ReadonlyMap<string, string>;
}

/**
 * Reads `resources.config.ts`, the routes of extensions, texts and migrations from a revision of git.
 * @throws CommandError without git, such a revision, or such a file in it.
 */
export function configAt(revision: string, root = productRoot()): Revision {
  const commit = git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]);
  if (commit === undefined)
    throw new CommandError(`git knows no revision ${JSON.stringify(revision)} of this folder.`);
  const source = git(root, ['show', `${commit.trim()}:./${CONFIG_FILE}`]);
  if (source === undefined) throw new CommandError(`${revision} has no ${CONFIG_FILE}.`);
  const sourcesIn = (folders: readonly string[], pattern: RegExp) => {
    const listed = git(root, ['ls-tree', '-r', '-z', '--name-only', commit.trim(), ...folders]) ?? '';
    const files = listed.split('\0').filter((file) => pattern.test(file));
    return new Map(files.map((file) => [file, git(root, ['show', `${commit.trim()}:./${file}`]) ?? '']));
  };
  return {
    commit: commit.trim().slice(0, 7),
    source,
    routes: sourcesIn([`${ROUTES_FOLDER}/`], /\.ts$/),
    migrations: sourcesIn(['migrations/'], /\.(ts|json)$/),
    texts: sourcesIn(['frontend/locales/', 'frontend/extensions/'], /\/locales\/[^.]+\.json$/),
  };
}

function git(root: string, args: readonly string[]): string | undefined {
  // A NUL would cause an error about spawn.
  if (args.some((arg) => arg.includes('\0'))) return undefined;
  const { status, stdout } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? stdout : undefined;
}
