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
    leftOut: ['bench/**', 'fuzz/**', 'fonts/**', 'setup/merge-*'],
    alongside: {
      bin: 'backend/tools/bin',
      docs: 'docs',
      'README.md': 'README.md',
      'CHANGELOG.md': 'CHANGELOG.md',
    },
  },
];
