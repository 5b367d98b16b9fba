/** A published package of the engine. */
export interface EnginePackage {
  readonly name: string;
  /** Its folder in the workspace. */
  readonly folder: string;
  /** Sources that only the tests of this repository need, as patterns relative to `src`. */
  readonly leftOut?: readonly string[];
  /** Files and folders of this repository that it contains, by their names in the package. */
  readonly alongside?: Readonly<Record<string, string>>;
}

/** The packages, each of which imports only earlier ones. They are published in lockstep. */
export const PACKAGES: readonly EnginePackage[] = [
  {
    name: '@bindery/contract',
    folder: 'contract/engine',
    leftOut: ['testing/api-key-example.ts', 'testing/catalogue-product.ts'],
  },
  { name: '@bindery/backend', folder: 'backend/engine', leftOut: ['testing/extension-endpoints.ts'] },
  {
    name: '@bindery/frontend',
    folder: 'frontend/engine',
    leftOut: ['manager/testing/*-fixture.tsx', 'manager/testing/open-record-form.tsx'],
    // Builds read it too, which have no tools in production.
    alongside: { 'tsconfig.base.json': 'frontend/engine/tsconfig.base.json' },
  },
  {
    name: '@bindery/tools',
    folder: 'backend/tools',
    leftOut: ['bench/**', 'fuzz/**', 'fonts/**', 'release/**'],
    alongside: {
      bin: 'backend/tools/bin',
      docs: 'docs',
      'README.md': 'README.md',
      'CHANGELOG.md': 'CHANGELOG.md',
    },
  },
];

type Json = Readonly<Record<string, unknown>>;

/** A package.json of the workspace, whose maps name sources. */
export interface SourceManifest extends Json {
  readonly imports?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The repository, which the provenance of a package is compared with. */
const REPOSITORY = { repository: { type: 'git', url: 'git+https://github.com/bindery-app/bindery.git' } };

const SOURCE = /^\.\/src\/(.*)$/;

/**
 * Returns the built path of a source in a map: modules as JavaScript, with their types, other files
 * unchanged. Not in `dist`, because Vite ignores imports in folders with the name of the product's build.
 */
function built(target: string): string | { readonly types: string; readonly default: string } {
  const path = SOURCE.exec(target)?.[1];
  if (path === undefined) return target;
  if (!/(?<!\.d)\.tsx?$/.test(path)) return `./lib/${path}`;
  const name = path.replace(/\.tsx?$/, '');
  return { types: `./lib/${name}.d.ts`, default: `./lib/${name}.js` };
}

const builtMap = (map: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(map).map(([name, target]) => [name, built(target)]));

/**
 * Returns what a product may import of a package, by name: its entry points, and package.json and its like.
 * Patterns export inner modules only to the packages of this repository.
 */
export const publishedExports = ({ exports = {} }: SourceManifest): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(exports).filter(([name]) => !name.includes('*')));

/**
 * Returns the package.json of a published package of the workspace: with the common version, its entry points
 * as built modules, and the packages of the engine pinned to that version.
 */
export function publishedManifest(manifest: SourceManifest, version: string): Json {
  const { imports, exports: _, dependencies = {}, private: __, ...rest } = manifest;
  const pinned = Object.entries(dependencies).map(([name, range]) => [
    name,
    name.startsWith('@bindery/') ? version : range,
  ]);
  return {
    ...rest,
    version,
    ...REPOSITORY,
    ...(imports && { imports: builtMap(imports) }),
    exports: builtMap(publishedExports(manifest)),
    dependencies: Object.fromEntries(pinned),
  };
}
