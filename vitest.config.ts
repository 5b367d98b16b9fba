// First: what follows reads the product.
import './contract/set-product.ts';

import { fileURLToPath } from 'node:url';
import { ENGINE_DEPENDENT, ENGINE_INDEPENDENT, SLOW } from '@bindery/backend/testing/chosen-tests.ts';
import { productModules } from '@bindery/frontend/build/product-modules.ts';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { SharedWorkers } from './e2e/support/shared-workers.ts';

const testing = (file: string) =>
  fileURLToPath(new URL(`./frontend/engine/src/manager/testing/${file}`, import.meta.url));

/*
 * Node cannot import antd's ES modules, and the parts of antd and of other packages that no page uses (see
 * vite.config.ts) take longer to load than the component tests to run.
 */
const antdForNode = [
  { find: /^antd$/, replacement: testing('antd.ts') },
  { find: /^antd\/es\/(.*)/, replacement: 'antd/lib/$1' },
  // Its CommonJS form would load all of antd, which no alias reaches.
  {
    find: /^@ant-design\/v5-patch-for-react-19$/,
    replacement: '@ant-design/v5-patch-for-react-19/es/index.js',
  },
  {
    find: /^(@ant-design\/(icons|pro-layout)|react-markdown|remark-gfm)$/,
    replacement: testing('unused-package.ts'),
  },
];

const MANAGER = 'frontend/engine/src/manager/**/*.test.{ts,tsx}';

/*
 * A test's name says what it needs: `x.test.ts` nothing but the code, `x.api.test.ts` a running server and its
 * database (PGlite, or PostgreSQL when TEST_DATABASE_URL is set). What needs a browser is `x.e2e.ts`, run by Playwright
 * in Chromium, and `x.browser-test.ts` in other browsers.
 */

/** What compiles and tests a changed copy of the project: as slow as all other unit tests together. */
const COPIES = ['**/without-books.test.ts', '**/documented-examples.test.ts'];

const UNIT = ['**/*.test.{ts,tsx}'];
const NO_UNIT = [...configDefaults.exclude, '**/*.api.test.ts', ...COPIES];

const unit = {
  // The modules stay loaded from file to file: React, Refine and antd take longer to load than most tests to run.
  isolate: false,
  // A second worker loads and compiles them again, which takes half as long as all component tests.
  maxWorkers: 1,
  // Vitest only runs projects with the same number of workers side by side.
  sequence: { groupOrder: 1 },
  // A busy machine is slow, not wrong: it only ends what would never come.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
  setupFiles: ['frontend/engine/src/testing/set-up.ts', 'contract/set-product.ts'],
  // Not setInterval: asked for an animation frame meanwhile, jsdom would wait for it in all tests that follow.
  fakeTimers: { toFake: ['setTimeout', 'clearTimeout', 'Date'] },
  // i18next keeps the language of a visit in its module: a test that resets modules begins a visit of its own.
  // Refine's packages are processed so that they import what our code imports: one router, and antd by the aliases.
  server: {
    deps: {
      inline: ['i18next', /react-router/, /@refinedev\/antd/, /sunflower-antd/, /v5-patch-for-react-19/],
    },
  },
} satisfies TestProjectInlineConfiguration['test'];

export default defineConfig({
  test: {
    sequence: { sequencer: SharedWorkers },
    // Each loads the modules of the product again. What waits for a process or a timer leaves room to the other steps.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { ...unit, name: 'unit', include: UNIT, exclude: [...NO_UNIT, MANAGER] },
        plugins: [productModules()],
        resolve: { alias: antdForNode },
      },
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit-manager',
          include: [MANAGER],
          exclude: NO_UNIT,
          setupFiles: [
            'frontend/engine/src/testing/set-up.ts',
            'contract/engine/src/testing/catalogue-product.ts',
          ],
        },
        // With entries of their own: they hold in every product, whatever it manages.
        plugins: [productModules({ resources: 'contract/engine/src/testing/catalogue.ts' })],
        resolve: { alias: antdForNode },
      },
      {
        extends: true,
        test: {
          name: 'copies',
          include: COPIES,
          // Compiling and testing blocks the test, so its time can only be judged when it is over.
          testTimeout: 900_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          // Set by `npm test` for the engine that does not take all of them.
          include: process.env.TEST_ENGINE_DEPENDENT ? [...ENGINE_DEPENDENT] : ['**/*.api.test.ts'],
          exclude: [
            ...configDefaults.exclude,
            ...(process.env.TEST_ENGINE_DEPENDENT ? ENGINE_INDEPENDENT : []),
            // Set by `npm run test:quick`.
            ...(process.env.TEST_QUICK ? SLOW : []),
          ],
          // The modules stay loaded from file to file, and with them whatever is slow to make and can be shared.
          isolate: false,
          globalSetup: ['backend/engine/src/testing/postgres-databases.ts'],
          setupFiles: ['contract/set-product.ts'],
          testTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browsers',
          include: ['e2e/**/*.browser-test.ts'],
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
