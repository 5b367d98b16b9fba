import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeEntries, replaceConstant } from './edit-source.ts';
import { EXAMPLE, PLAIN_ICON } from './example.ts';
import { PLAIN_DESCRIPTION, type SetupOptions } from './options.ts';
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
    done.push(
      ...removeFolders(root),
      `left to you: icon in product.ts${options.description === PLAIN_DESCRIPTION ? ', its description' : ''}; users find no link to help without SUPPORT_URL`,
    );
  return done;
}

/** Where users of the starter find help: those of another product are not sent there. */
const STARTER_BUGS = /^ {2}"bugs": \{\s*"url": "https:\/\/github\.com\/bindery-app\/[^"]*"\s*\},\n/m;

type Edits = Record<string, string>;

function brandEdits(root: string, options: SetupOptions): Edits {
  const { name, slug, description, color } = options;
  const colors = color === undefined ? undefined : palettesOf(color);
  const values = { name, slug, description, colors, icon: plainIcon(root, options) };
  const stated = Object.entries(values).filter(([, value]) => value !== undefined);
  if (stated.length === 0) return {};
  const product = stated.reduce(
    (source, [constant, value]) => replaceConstant(source, constant, JSON.stringify(value)),
    readFileSync(join(root, 'product.ts'), 'utf8'),
  );
  if (slug === undefined) return { 'product.ts': product };
  const renamed = (file: string) =>
    withDescription(readFileSync(join(root, file), 'utf8'), description).replaceAll(
      /^( {2,6}"name": )"[^"]*"/gm,
      replaceOwnName(slug),
    );
  return {
    'product.ts': product,
    'package.json': renamed('package.json').replace(STARTER_BUGS, ''),
    'package-lock.json': renamed('package-lock.json'),
  };
}

/** Returns the icon that takes the place of the book of the example; undefined for one that a product has drawn. */
const plainIcon = (root: string, { withoutExample }: SetupOptions): string | undefined =>
  withoutExample && readFileSync(join(root, 'product.ts'), 'utf8').includes(EXAMPLE.icon)
    ? PLAIN_ICON
    : undefined;

/** Returns the source of package.json with another description; a lockfile has none at this place. */
const withDescription = (source: string, description: string | undefined): string =>
  description === undefined
    ? source
    : source.replace(/^( {2}"description": ).*(?=,$)/m, (_, key) => key + JSON.stringify(description));

/** The first two names of a lockfile, and the only one of package.json, are the project's own. */
function replaceOwnName(slug: string) {
  let count = 0;
  return (whole: string, key: string) => (count++ < 2 ? `${key}"${slug}"` : whole);
}

function exampleEdits(root: string, { withoutExample }: SetupOptions): Edits {
  if (!withoutExample) return {};
  const texts = EXAMPLE.texts.map((file) => [file, withoutTexts(readFileSync(join(root, file), 'utf8'))]);
  return {
    [CONFIG]: removeEntries(readFileSync(join(root, CONFIG), 'utf8'), EXAMPLE.entries),
    ...Object.fromEntries(texts),
  };
}

/** Returns a locale file without the labels of the example. */
function withoutTexts(source: string): string {
  const texts = JSON.parse(source) as { readonly resources: Readonly<Record<string, unknown>> };
  const others = Object.entries(texts.resources).filter(
    ([name]) => !EXAMPLE.entries.some((one) => one === name),
  );
  return `${JSON.stringify({ ...texts, resources: Object.fromEntries(others) }, null, 2)}\n`;
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
