type Versions = Readonly<Record<string, string>>;

/** The packages of a package.json. */
export interface Manifest {
  readonly version?: string;
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly optionalDependencies?: Versions;
  readonly overrides?: Readonly<Record<string, string | Versions>>;
  /** The version that `bindery upgrade` stores. */
  readonly bindery?: { readonly version: string };
}

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'] as const;
const OWN = /^@bindery\//;

/** Returns the differences between the package.json of a product and the packages that an engine was tested with. */
export function changedPackages(product: Manifest, wanted: Manifest): string[] {
  return KINDS.flatMap((kind) =>
    Object.entries(wanted[kind] ?? {}).flatMap(([name, version]) => {
      if (OWN.test(name)) return [];
      const found = product[kind]?.[name];
      const [is, should] = [JSON.stringify(found), JSON.stringify(version)];
      if (is === should) return [];
      // A product may omit what only its tests and its editor need.
      if (found === undefined && kind === 'devDependencies') return [];
      return [`${kind}: ${JSON.stringify(name)}: ${should}${is === undefined ? '' : `, not ${is}`}`];
    }),
  );
}

/** Returns an error if the installed packages of the engine have several versions. */
export function mixedVersions(installed: Versions): string | undefined {
  const versions = new Set(Object.values(installed));
  if (versions.size <= 1) return undefined;
  const all = Object.entries(installed).map(([name, version]) => `${name} ${version}`);
  return `The engine's packages are of one version, and here are ${all.join(', ')}: install them together.`;
}
