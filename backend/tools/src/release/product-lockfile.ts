import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

type Names = Readonly<Record<string, string>>;

/** What a lockfile is derived from. */
export interface LockSources {
  /** The folder of this repository. */
  readonly root: string;
  /** The package.json of a product, with placeholders for its name and the packages of the engine. */
  readonly product: {
    readonly name?: string;
    readonly dependencies?: Names;
    readonly devDependencies?: Names;
  };
  /** The archive of each package of the engine, by name. */
  readonly archives: Names;
}

/**
 * Returns the lockfile of a created product, which npm derives from that of this repository: with the tested
 * versions, so that the first installation asks the registry for archives alone. npm works offline, and fails
 * if the product needs a package that this repository lacks. `create-bindery` fills in where the packages of
 * the engine are.
 */
export function productLockfile({ root, product, archives }: LockSources): object {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-lockfile-'));
  try {
    for (const file of ['package-lock.json', '.npmrc']) copyFileSync(join(root, file), join(folder, file));
    for (const file of Object.values(archives)) copyFileSync(file, join(folder, basename(file)));
    const withArchives = (packages: Names = {}) =>
      Object.fromEntries(
        Object.entries(packages).map(([name, version]) => {
          const archive = archives[name];
          return [name, archive === undefined ? version : `file:${basename(archive)}`];
        }),
      );
    const { name, dependencies, devDependencies } = product;
    const manifest = {
      ...product,
      name: 'product',
      dependencies: withArchives(dependencies),
      devDependencies: withArchives(devDependencies),
    };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    execFileSync('npm', ['install', '--package-lock-only', '--offline', '--ignore-scripts'], {
      cwd: folder,
      stdio: 'pipe',
      shell: process.platform === 'win32',
    });
    const lockfile = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    const packages = { ...lockfile.packages };
    packages[''] = { ...packages[''], name, dependencies, devDependencies };
    for (const own of Object.keys(archives)) {
      const path = `node_modules/${own}`;
      packages[path] = { ...packages[path], resolved: `{{${own.replace('@bindery/', '')}:resolved}}` };
    }
    return { ...lockfile, name, packages };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
