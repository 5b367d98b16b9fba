type Versions = Readonly<Record<string, string>>;

/** The package.json of this repository. */
interface RootManifest {
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly optionalDependencies?: Versions;
  readonly overrides?: object;
  readonly scarfSettings?: object;
  readonly allowScripts?: object;
}

/** The packages that a product imports itself. */
const DEPENDENCIES = [
  '@mikro-orm/migrations',
  '@ts-rest/core',
  'i18next',
  'lucide-react',
  'react',
  'react-i18next',
  'react-router',
  'vite',
];

/** The packages that its tests and its editor need. */
const DEV_DEPENDENCIES = [
  '@biomejs/biome',
  '@playwright/test',
  '@testing-library/react',
  '@types/express',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'jsdom',
  'typescript',
  'vitest',
];

/** Returns the package.json of a created product, with the packages in the versions of this repository. */
export function productManifest(given: object): object {
  const root = given as RootManifest;
  const versions = { ...root.dependencies, ...root.devDependencies };
  const pick = (names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => {
        const version = versions[name];
        if (version === undefined) throw new Error(`package.json has no ${name}, which a product needs`);
        return [name, version];
      }),
    );
  const tool = (command: string) => `node backend/launch.mjs ${command}`;
  return {
    name: '{{slug}}',
    version: '0.1.0',
    private: true,
    type: 'module',
    imports: {
      '#contract/*': './contract/*',
      '#backend/*': './backend/*',
      '#frontend/*': './frontend/*',
      '#product': './product.ts',
      '#resources.config': './resources.config.ts',
    },
    scripts: {
      start: tool('backend/main.ts'),
      dev: tool('bindery dev'),
      build: tool('backend/build.ts'),
      test: tool('bindery test'),
      'test:types': tool('tsc'),
      'test:lint': tool('biome check'),
      bindery: tool('bindery'),
    },
    dependencies: {
      '@bindery/backend': '{{backend}}',
      '@bindery/contract': '{{contract}}',
      '@bindery/frontend': '{{frontend}}',
      ...pick(DEPENDENCIES),
    },
    devDependencies: { '@bindery/tools': '{{tools}}', ...pick(DEV_DEPENDENCIES) },
    optionalDependencies: root.optionalDependencies,
    overrides: root.overrides,
    // No package sends data about the product.
    scarfSettings: root.scarfSettings,
    allowScripts: root.allowScripts,
  };
}
