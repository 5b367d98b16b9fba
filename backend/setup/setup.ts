import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeEntries, replaceConstant } from './edit-source.ts';
import { EXAMPLE } from './example.ts';
import type { SetupOptions } from './options.ts';
import { palettesOf } from './palette.ts';

const CONFIG = 'resources.config.ts';

/**
 * Makes a product of one's own of the starter in `root`, and returns what it did, one line each. Everything is worked
 * out before the first file is written; if a step fails after that, the files are as they were.
 *
 * @throws Error that says what is in the way.
 */
export function setUp(root: string, options: SetupOptions): string[] {
  assertCommitted(root);
  const edits = new Map(Object.entries({ ...brandEdits(root, options), ...exampleEdits(root, options) }));
  const before = [...edits.keys()].map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);
  for (const [file, content] of edits) writeFileSync(join(root, file), content);
  const done = [...edits.keys()].map((file) => `changed ${file}`);
  try {
    run(root, [
      'node_modules/@biomejs/biome/bin/biome',
      'format',
      '--write',
      '--vcs-enabled=false',
      ...edits.keys(),
    ]);
    if (options.withoutExample) done.push(...migrate(root));
  } catch (error) {
    for (const [file, content] of before) writeFileSync(join(root, file), content);
    throw error;
  }
  if (options.withoutExample)
    done.push(...removeFolders(root), 'left to you: icon in product.ts, which is a book, and description');
  return done;
}

type Edits = Record<string, string>;

function brandEdits(root: string, { name, slug, description, color }: SetupOptions): Edits {
  const values = { name, slug, description, colors: color === undefined ? undefined : palettesOf(color) };
  const stated = Object.entries(values).filter(([, value]) => value !== undefined);
  if (stated.length === 0) return {};
  const product = stated.reduce(
    (source, [constant, value]) => replaceConstant(source, constant, JSON.stringify(value)),
    readFileSync(join(root, 'product.ts'), 'utf8'),
  );
  if (slug === undefined) return { 'product.ts': product };
  const renamed = (file: string) =>
    readFileSync(join(root, file), 'utf8').replaceAll(/^( {2,6}"name": )"[^"]*"/gm, replaceOwnName(slug));
  return {
    'product.ts': product,
    'package.json': renamed('package.json'),
    'package-lock.json': renamed('package-lock.json'),
  };
}

/** The first two names of a lockfile, and the only one of package.json, are the project's own. */
function replaceOwnName(slug: string) {
  let count = 0;
  return (whole: string, key: string) => (count++ < 2 ? `${key}"${slug}"` : whole);
}

function exampleEdits(root: string, { withoutExample }: SetupOptions): Edits {
  if (!withoutExample) return {};
  return { [CONFIG]: removeEntries(readFileSync(join(root, CONFIG), 'utf8'), EXAMPLE.entries) };
}

/** Writes the migration that removes the tables of the example. Throws with what the entries lack without them. */
function migrate(root: string): string[] {
  const output = run(root, ['backend/create-migration.ts', '--allow-loss']);
  return output.trim().split('\n');
}

function removeFolders(root: string): string[] {
  const there = EXAMPLE.folders.filter((folder) => existsSync(join(root, folder)));
  for (const folder of there) rmSync(join(root, folder), { recursive: true });
  return there.map((folder) => `removed ${folder}`);
}

/** What setup changes can be looked at and taken back only if nothing else has changed. */
function assertCommitted(root: string) {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  if (status === 0 && stdout.trim() !== '')
    throw new Error(
      `Commit your changes first, so that you can tell them from those of setup:\n${stdout.trimEnd()}`,
    );
}

function run(root: string, command: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${stdout}${stderr}`.trim());
  return stdout;
}
