import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { pack } from '#tools/client-package/write-package.ts';
import { formatJson } from '#tools/templates/format-json.ts';
import { compile } from './compile.ts';
import { packCreate } from './pack-create.ts';
import { type EnginePackage, PACKAGES, publishedManifest } from './packages.ts';
import { productManifest } from './product-manifest.ts';
import { entryPoints } from './public-api.ts';

/** The packages to write, and their destination. */
interface Packing {
  /** The folder of this repository. */
  readonly root: string;
  readonly to: string;
  /** The version of all packages; the repository's by default. */
  readonly version?: string | undefined;
}

/** Packs the packages of the engine and create-bindery as archives, and returns their files. */
export async function packEngine({ root, to, version = versionOf(root) }: Packing): Promise<string[]> {
  const work = join(root, 'packages/engine');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const folders = PACKAGES.map((one) => {
    const folder = join(work, one.name.replace('@bindery/', ''));
    build(one, { root, folder, version });
    return folder;
  });
  const archives = folders.map((folder) => join(to, pack(folder, to)));
  const create = join(work, 'create-bindery');
  const named = Object.fromEntries(PACKAGES.map(({ name }, index) => [name, archives[index]!]));
  packCreate({ root, folder: create, version, archives: named });
  return [...archives, join(to, pack(create, to))];
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file: string, value: object) => writeFileSync(file, formatJson(value));

const versionOf = (root: string): string => readJson(join(root, 'package.json')).version;

interface Target {
  readonly root: string;
  readonly folder: string;
  readonly version: string;
}

const TESTS = ['**/*.test.ts', '**/*.test.tsx'];

function build(one: EnginePackage, { root, folder, version }: Target): void {
  const from = join(root, one.folder);
  const leftOut = [...TESTS, ...(one.leftOut ?? [])];
  mkdirSync(folder, { recursive: true });
  compile({ root, from: join(from, 'src'), to: join(folder, 'lib'), leftOut });
  const isLeftOut = new Set(globSync(leftOut, { cwd: join(from, 'src') }));
  for (const file of globSync('**/*.*', { cwd: join(from, 'src') })) {
    if (isLeftOut.has(file)) continue;
    // The compiler writes only modules. Source maps name the sources, and the reference reads them.
    const isModule = /\.(tsx?|mjs|js)$/.test(file) && !/\.d\.ts$/.test(file);
    cpSync(join(from, 'src', file), join(folder, isModule ? 'src' : 'lib', file), { recursive: true });
  }
  nameInnerModules(join(folder, 'lib'), { name: one.name, entryPoints: new Set(entryPoints(root).keys()) });
  for (const [name, path] of Object.entries(one.alongside ?? {}))
    cpSync(join(root, path), join(folder, name), { recursive: true });
  // `bindery upgrade` compares these with the package.json of a product.
  if (one.name === '@bindery/tools') writeJson(join(folder, 'product.package.json'), productManifest(root));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeJson(join(folder, 'package.json'), publishedManifest(readJson(join(from, 'package.json')), version));
}

const IMPORTED = /(['"])@bindery\/(\w+)\/([^'"\n$]+)\1/g;

/**
 * Lets compiled modules of a package name inner modules of other packages by paths, as npm installs them
 * beside each other. So a package exports its entry points, which a product may import, and no more.
 */
function nameInnerModules(
  built: string,
  { name, entryPoints }: { name: string; entryPoints: ReadonlySet<string> },
) {
  for (const file of globSync('**/*.{js,mjs,d.ts,d.mts}', { cwd: built })) {
    const from = posix.join(folderOf(name), dirname(file).replaceAll(sep, '/'));
    const path = join(built, file);
    const source = readFileSync(path, 'utf8');
    const renamed = source.replace(IMPORTED, (whole, quote: string, other: string, module: string) => {
      const isOpen = module === 'package.json' || entryPoints.has(`@bindery/${other}/${module}`);
      const target = posix.join(folderOf(other), module.replace(/\.tsx?$/, '.js'));
      return isOpen ? whole : `${quote}${posix.relative(from, target)}${quote}`;
    });
    if (renamed !== source) writeFileSync(path, renamed);
  }
}

const folderOf = (name: string) => posix.join('/', name.replace('@bindery/', ''), 'lib');
