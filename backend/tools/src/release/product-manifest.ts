import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Versions = Readonly<Record<string, string>>;

/** The parts of a package.json that this repository and a product have. */
interface Manifest {
  readonly name: string;
  readonly dependencies: Versions;
  readonly devDependencies: Versions;
  readonly optionalDependencies?: Versions;
  readonly overrides?: object;
  readonly scarfSettings?: object;
  readonly allowScripts?: object;
}

/**
 * Returns the package.json of a created product: `product.package.json` of create-bindery, in which `*`
 * stands for the version of this repository, whose folder is `root`.
 */
export function productManifest(root: string) {
  const read = (file: string): Manifest => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const own = read('package.json');
  const versions = { ...own.dependencies, ...own.devDependencies };
  const pinned = (packages: Versions): Versions =>
    Object.fromEntries(
      Object.entries(packages).map(([name, stated]) => {
        const version = stated === '*' ? versions[name] : stated;
        if (version === undefined) throw new Error(`package.json has no ${name}, which a product needs`);
        return [name, version];
      }),
    );
  const product = read('backend/create-bindery/product.package.json');
  return {
    ...product,
    dependencies: pinned(product.dependencies),
    devDependencies: pinned(product.devDependencies),
    optionalDependencies: own.optionalDependencies,
    overrides: own.overrides,
    // No package sends data about the product.
    scarfSettings: own.scarfSettings,
    allowScripts: own.allowScripts,
  };
}
