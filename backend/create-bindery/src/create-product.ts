import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** An error whose message alone is printed: what the user must change. */
export class CreateError extends Error {
  override name = 'CreateError';
}

/** The product to write. */
interface CreateOptions {
  /** The displayed name; the name of the folder by default. */
  readonly name?: string | undefined;
  readonly example?: boolean | undefined;
  /** A folder with archives of the engine. */
  readonly engine?: string | undefined;
}

/** The written product: the paths of its files, relative to its folder. */
interface Created {
  readonly name: string;
  readonly files: readonly string[];
}

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const { version }: { version: string } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
const ENGINE = ['contract', 'backend', 'frontend', 'tools'];

/** Files that npm packs under other names. */
const RENAMED = /(^|\/)_(?=[a-z.-]+$)/;
const LOCKFILE = 'package-lock.json';

/**
 * Writes a product into a folder, which must be empty.
 * @throws CreateError if the folder, the name or the archives do not fit.
 */
export function createProduct(folder: string, { name: given, example, engine }: CreateOptions): Created {
  const root = resolve(folder);
  if (
    existsSync(root) &&
    (!statSync(root).isDirectory() || readdirSync(root).some((file) => file !== '.git'))
  )
    throw new CreateError(`${folder} is not empty.`);
  const slug = slugOf(basename(root));
  const name = given?.trim() || basename(root);
  if (!/^[^\p{Cc}]{1,60}$/u.test(name))
    throw new CreateError('A name has 1 to 60 characters, and no line breaks.');
  // From the registry, in the version of this package, or from archives.
  const packages =
    engine === undefined
      ? Object.fromEntries(ENGINE.map((name) => [name, version]))
      : archivesIn(engine, root);
  mkdirSync(root, { recursive: true });
  cpSync(join(PACKAGE, 'template'), root, { recursive: true });
  if (example) {
    // Its entries have separate migrations.
    rmSync(join(root, 'migrations'), { recursive: true });
    cpSync(join(PACKAGE, 'example'), root, { recursive: true });
  }
  for (const file of filesIn(root))
    if (RENAMED.test(file)) renameSync(join(root, file), join(root, visibleName(file)));
  fill(root, 'package.json', { slug, ...packages });
  fill(root, LOCKFILE, { slug, ...packages, ...addressesOf(packages) });
  // It states the packages of the archives that it was packed with.
  if (engine !== undefined && !fitsArchives(root)) rmSync(join(root, LOCKFILE));
  fill(root, 'README.md', { name });
  // As code: a name may contain any character.
  fill(root, 'product.ts', { name: name.replace(/[\\']/g, String.raw`\$&`), slug });
  return { name, files: filesIn(root).sort() };
}

const visibleName = (file: string) => file.replace(RENAMED, file.endsWith(`_${LOCKFILE}`) ? '$1' : '$1.');

/** Returns the first letters and digits of a name, which npm, cookies and databases accept. */
function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^[-\d]+|-+$/g, '')
    .slice(0, 40);
  return slug || 'app';
}

/** The archives of the engine in a folder: of this version, or the only ones. */
function archivesIn(folder: string, root: string): Record<string, string> {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return Object.fromEntries(
    ENGINE.map((name) => {
      const all = files.filter((file) => file.startsWith(`bindery-${name}-`) && file.endsWith('.tgz'));
      const file =
        all.find((one) => one === `bindery-${name}-${version}.tgz`) ??
        (all.length === 1 ? all[0] : undefined);
      if (file === undefined)
        throw new CreateError(
          `${folder} has no bindery-${name}-${version}.tgz: npm run engine:pack makes it.`,
        );
      return [name, `file:${relative(root, resolve(folder, file)).replaceAll('\\', '/')}`];
    }),
  );
}

/** Returns where the packages are, as a lockfile states it. */
const addressesOf = (packages: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(packages).map(([name, version]) => [
      `${name}:resolved`,
      version.startsWith('file:')
        ? version
        : `https://registry.npmjs.org/@bindery/${name}/-/${name}-${version}.tgz`,
    ]),
  );

/** Returns whether the lockfile has the hashes of the archives. */
function fitsArchives(root: string): boolean {
  const { packages }: { packages: Record<string, { resolved?: string; integrity?: string }> } = JSON.parse(
    readFileSync(join(root, LOCKFILE), 'utf8'),
  );
  return ENGINE.every((name) => {
    const { resolved = '', integrity } = packages[`node_modules/@bindery/${name}`] ?? {};
    const archive = readFileSync(join(root, resolved.slice('file:'.length)));
    return integrity === `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  });
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('.git/'));

function fill(root: string, file: string, values: Readonly<Record<string, string>>): void {
  const path = join(root, file);
  const filled = Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`{{${name}}}`, () => value),
    readFileSync(path, 'utf8'),
  );
  writeFileSync(path, filled);
}
