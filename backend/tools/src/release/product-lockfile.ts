import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, posix } from 'node:path';
import { PACKAGES } from './packages.ts';

type Names = Readonly<Record<string, string>>;

/** A package in a lockfile, by its path in node_modules. */
interface Locked {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly license?: string;
  readonly bin?: Names;
  readonly dependencies?: Names;
  readonly devDependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}
type Tree = Readonly<Record<string, Locked>>;

/** What a lockfile is derived from. */
export interface LockSources {
  /** The lockfile of this repository. */
  readonly lockfile: { readonly packages: Tree };
  /** The package.json of a product. */
  readonly product: Locked;
  /** The published package.json of each package of the engine, and the hash of its archive, by name. */
  readonly engine: Readonly<Record<string, { readonly manifest: Locked; readonly integrity: string }>>;
}

/**
 * Returns the lockfile of a created product, with the versions that this repository is tested with: the first
 * installation asks the registry for archives alone. `create-bindery` fills in the engine's packages.
 */
export function productLockfile({ lockfile, product, engine }: LockSources): object {
  const tree: Tree = { ...treeOfProduct(lockfile.packages, engine), '': product };
  const paths = [...reach(tree, ALL)].filter((path) => path !== '').sort();
  const flagsOf = flagsIn(tree);
  const packages = paths.map((path) => {
    const { version, resolved = archiveOf(path, tree[path]!), integrity, ...rest } = plain(tree[path]!);
    return [path, { version, resolved, integrity, ...asNpmSorts({ ...rest, ...flagsOf(path) }) }];
  });
  const { name, version, dependencies, devDependencies, optionalDependencies } = product;
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name, version, dependencies, devDependencies, optionalDependencies },
      ...Object.fromEntries(packages),
    },
  };
}

/** Returns the hash of an archive, as lockfiles state it. */
export const integrityOf = (archive: string): string =>
  `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;

/** In npm's order, so the first installation changes nothing: dependencies and other objects come last. */
function asNpmSorts(locked: object): object {
  const rank = (name: string, value: unknown) => {
    if (name === 'dependencies') return 1;
    return typeof value === 'object' && !Array.isArray(value) ? 2 : 0;
  };
  return Object.fromEntries(
    Object.entries(locked)
      .filter(([, value]) => value !== undefined)
      .sort(([a, x], [b, y]) => rank(a, x) - rank(b, y) || (a < b ? -1 : 1)),
  );
}

/** Returns the tree of this repository in which the packages of the workspace are installed ones. */
function treeOfProduct(packages: Tree, engine: LockSources['engine']): Tree {
  const entries = Object.entries(packages).flatMap(([path, locked]) => {
    if (locked.link || PACKAGES.some(({ folder }) => folder === path)) return [];
    const one = PACKAGES.find(({ folder }) => path.startsWith(`${folder}/`));
    return [[one ? `node_modules/${one.name}${path.slice(one.folder.length)}` : path, locked] as const];
  });
  const own = Object.entries(engine).map(([name, { manifest, integrity }]) => {
    const key = name.replace('@bindery/', '');
    const { version, license, dependencies, bin } = manifest;
    const programs =
      bin &&
      Object.fromEntries(Object.entries(bin).map(([program, file]) => [program, posix.normalize(file)]));
    return [
      `node_modules/${name}`,
      { version, resolved: `{{${key}:resolved}}`, integrity, license, dependencies, bin: programs },
    ] as const;
  });
  return Object.fromEntries([...entries, ...own]);
}

/** Which dependencies count, apart from the necessary ones of production. */
interface Followed {
  readonly dev: boolean;
  readonly optional: boolean;
  readonly peer: boolean;
  /** What would be used if something else installs it. */
  readonly optionalPeer: boolean;
}
const ALL: Followed = { dev: true, optional: true, peer: true, optionalPeer: false };

/** Returns the paths of the packages that npm finds from the product through some kinds of dependencies. */
function reach(tree: Tree, followed: Followed): Set<string> {
  const found = new Set(['']);
  for (const path of found)
    for (const [name, isNeeded] of edgesOf(tree[path]!, followed)) {
      const target = locate(tree, path, name);
      if (target !== undefined) found.add(target);
      else if (isNeeded)
        throw new Error(`package-lock.json has no ${name}, which ${path || 'a product'} needs`);
    }
  return found;
}

function edgesOf(
  locked: Locked,
  { dev, optional, peer, optionalPeer }: Followed,
): [name: string, isNeeded: boolean][] {
  const optionals = locked.optionalDependencies ?? {};
  const names = (map: Names = {}, isNeeded = true) =>
    Object.keys(map).map((name): [string, boolean] => [name, isNeeded]);
  const isOptionalPeer = (name: string) => locked.peerDependenciesMeta?.[name]?.optional === true;
  return [
    ...names(locked.dependencies).filter(([name]) => !(name in optionals)),
    ...(dev ? names(locked.devDependencies) : []),
    ...(optional ? names(optionals, false) : []),
    ...(peer ? names(locked.peerDependencies).filter(([name]) => !isOptionalPeer(name)) : []),
    ...(optionalPeer ? names(locked.peerDependencies, false).filter(([name]) => isOptionalPeer(name)) : []),
  ];
}

/** Returns the path of a dependency as Node.js finds it: in the nearest node_modules above its dependent. */
function locate(tree: Tree, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = parentOf(folder)) {
    const path = posix.join(folder, 'node_modules', name);
    if (path in tree) return path;
    if (folder === '') return undefined;
  }
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')));

/** Returns a function that flags what npm may omit: packages only for tests, or for another platform. */
function flagsIn(tree: Tree): (path: string) => object {
  const [withoutDev, withoutOptional, withoutPeer, necessary] = [
    reach(tree, { ...ALL, dev: false, optionalPeer: true }),
    reach(tree, { ...ALL, optional: false }),
    reach(tree, { ...ALL, peer: false }),
    reach(tree, { ...ALL, dev: false, optional: false }),
  ];
  return (path) => {
    const [dev, optional] = [!withoutDev.has(path), !withoutOptional.has(path)];
    return {
      ...(dev && { dev }),
      ...(optional && { optional }),
      ...(!dev && !optional && !necessary.has(path) && { devOptional: true }),
      ...(!withoutPeer.has(path) && { peer: true }),
    };
  };
}

/** Returns a package without the flags of this repository's tree. */
function plain(locked: Locked): Locked {
  const { dev, optional, devOptional, peer, ...rest } = locked as Locked & Record<string, unknown>;
  return rest;
}

/** Returns an archive's address at npm's registry, which npm replaces with that of a configured one. */
function archiveOf(
  path: string,
  { name = path.slice(path.lastIndexOf('node_modules/') + 13), version }: Locked,
) {
  return `https://registry.npmjs.org/${name}/-/${basename(name)}-${version}.tgz`;
}
