import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Resource } from '#contract/schema/index.ts';
import { CommandError } from './command.ts';

/** The file with the entries, from the root of the project. */
export const CONFIG_FILE = 'resources.config.ts';

/** The root of the project. */
export const ROOT = resolve(import.meta.dirname, '../..');

const PACKAGE = { type: 'module', imports: { '#contract/*': './contract/*' } };

/**
 * Loads the source of a `resources.config.ts` with the contract of this project, from a folder of its own that is removed
 * again.
 *
 * @throws ResourceConfigError for its mistakes, or whatever else loading it throws.
 */
export async function loadConfig(source: string): Promise<Readonly<Record<string, Resource>>> {
  const folder = mkdtempSync(join(tmpdir(), 'resource-config-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(PACKAGE));
    symlinkSync(join(ROOT, 'contract'), join(folder, 'contract'), 'junction');
    const file = join(folder, CONFIG_FILE);
    writeFileSync(file, source);
    const { default: resources } = await import(pathToFileURL(file).href);
    return resources;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The source of the config in a revision of git. */
export interface Revision {
  readonly commit: string;
  readonly source: string;
}

/**
 * Reads `resources.config.ts` as a revision of git has it.
 *
 * @throws CommandError where there is no git, no such revision, or no such file in it.
 */
export function configAt(revision: string, root = ROOT): Revision {
  const commit = git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]);
  if (commit === undefined)
    throw new CommandError(`git knows no revision ${JSON.stringify(revision)} of this folder.`);
  const source = git(root, ['show', `${commit.trim()}:./${CONFIG_FILE}`]);
  if (source === undefined) throw new CommandError(`${revision} has no ${CONFIG_FILE}.`);
  return { commit: commit.trim().slice(0, 7), source };
}

function git(root: string, args: readonly string[]): string | undefined {
  // A NUL would be refused with an error that is about spawn.
  if (args.some((arg) => arg.includes('\0'))) return undefined;
  const { status, stdout } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0 ? stdout : undefined;
}
