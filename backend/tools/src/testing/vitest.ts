import { createRequire } from 'node:module';
import { mergedLocales } from '@bindery/frontend/build/merged-locales.ts';
import { productModules } from '@bindery/frontend/build/product-modules.ts';
import { configDefaults, type TestProjectInlineConfiguration } from 'vitest/config';

/*
 * The name of a test file determines its environment: `x.test.ts` needs only the code, `x.api.test.ts` a
 * running server and its database (PGlite, or PostgreSQL if TEST_DATABASE_URL is set). Playwright runs
 * `x.e2e.ts` in Chromium.
 */

const installed = (file: string) => createRequire(import.meta.url).resolve(file);

/*
 * Node.js cannot import antd's ES modules, and the parts of antd and other packages that no page uses (see
 * frontend/engine/src/build/bindery.ts) take longer to load than the component tests to run.
 */
const antdForNode = [
  { find: /^antd$/, replacement: installed('@bindery/frontend/manager/testing/antd.ts') },
  { find: /^antd\/es\/(.*)/, replacement: 'antd/lib/$1' },
  // Its CommonJS form would load all of antd, which no alias reaches.
  {
    find: /^@ant-design\/v5-patch-for-react-19$/,
    replacement: '@ant-design/v5-patch-for-react-19/es/index.js',
  },
  {
    find: /^(@ant-design\/(icons|pro-layout)|react-markdown|remark-gfm)$/,
    replacement: installed('@bindery/frontend/manager/testing/unused-package.ts'),
  },
];

/** The options of a product's tests. */
export interface UnitTestOptions {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  /** The file that sets the product before each test file; by default, the file of the folder. */
  readonly setProduct?: string;
  /** The file with the pages' resources, from the product's folder; `resources.config.ts` by default. */
  readonly resources?: string;
}

/**
 * Vitest would store processed modules for later runs and other projects, whatever the options of plugins and
 * the files that they read: the pages' resources and texts would be those of another project, or old.
 */
const fsModuleCache = false;

const SET_PRODUCT = '@bindery/contract/testing/load-product.ts';

/** Returns the project of tests that need only the code of the product in a folder, components included. */
export const unitTests = (
  root: string,
  { name, include, exclude = [], setProduct = installed(SET_PRODUCT), resources }: UnitTestOptions,
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    include: [...include],
    exclude: [...configDefaults.exclude, '**/*.api.test.ts', ...exclude],
    fsModuleCache,
    env: { PRODUCT_ROOT: root },
    // Modules remain loaded between files: React, Refine and antd take longer to load than most tests to run.
    isolate: false,
    // A second worker loads and compiles them again, which takes half as long as all component tests.
    maxWorkers: 1,
    // Vitest only runs projects with the same number of workers side by side.
    sequence: { groupOrder: 1 },
    // A busy machine is slow, not faulty: the limit only stops endless waits.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    setupFiles: [installed('@bindery/frontend/testing/set-up.ts'), setProduct],
    // Not setInterval: after a request for an animation frame meanwhile, jsdom would wait for it in all later
    // tests.
    fakeTimers: { toFake: ['setTimeout', 'clearTimeout', 'Date'] },
    // i18next stores the language of a visit in its module: a test that resets modules starts a new visit.
    // Refine's packages and the engine's are processed so that they import what our code imports: one router,
    // and antd through the aliases.
    server: {
      deps: {
        inline: [
          'i18next',
          /react-router/,
          /@refinedev\/antd/,
          /sunflower-antd/,
          /v5-patch-for-react-19/,
          /@bindery\//,
        ],
      },
    },
  },
  plugins: [productModules(resources === undefined ? {} : { resources }), mergedLocales()],
  resolve: { alias: antdForNode },
});

/** Returns the project of tests that call a running server of the product in a folder. */
export const apiTests = (
  root: string,
  { include = ['**/*.api.test.ts'], exclude = [] }: { include?: string[]; exclude?: string[] } = {},
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name: 'api',
    include,
    exclude: [...configDefaults.exclude, ...exclude],
    fsModuleCache,
    env: { PRODUCT_ROOT: root },
    // Modules remain loaded between files, and with them everything that is slow to create and can be shared.
    isolate: false,
    globalSetup: [installed('@bindery/backend/testing/postgres-databases.ts')],
    setupFiles: [installed(SET_PRODUCT)],
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 180_000,
  },
});
