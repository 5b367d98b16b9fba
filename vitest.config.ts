import { ALWAYS_EMBEDDED, ENGINE_DEPENDENT, SLOW } from '@bindery/backend/testing/chosen-tests.ts';
import { loadProduct } from '@bindery/contract/api/load-product.ts';
import { apiTests, unitTests } from '@bindery/tools/testing/vitest.ts';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { SharedWorkers } from './e2e/support/shared-workers.ts';

const root = import.meta.dirname;
await loadProduct(root);

const MANAGER = 'frontend/engine/src/manager/**/*.test.{ts,tsx}';

/** What runs the tests of a changed copy of the project, which it has passed unchanged. */
const TESTED_COPIES = '**/tested-copies.test.ts';
/** What changes copies of the project: as slow as all other unit tests together. */
const COPIES = ['**/without-books.test.ts', '**/documented-examples.test.ts', TESTED_COPIES];

/** Tests that pack the engine, and install it in a new product. */
const MADE = ['**/published-engine.test.ts'];

/** Where `npm run engine:pack` writes, with the tests of the template of new products. */
const PACKED = 'packages/**';

const { test: ofApi } = apiTests(root, { include: [...ENGINE_DEPENDENT], exclude: [PACKED] });
/** What `npm test` runs on PGlite after all API tests have run on PostgreSQL. */
const embedded: TestProjectInlineConfiguration = {
  extends: true,
  test: { ...ofApi, name: 'api-embedded', env: { ...ofApi?.env, TEST_DATABASE_URL: '' } },
};

export default defineConfig({
  test: {
    sequence: { sequencer: SharedWorkers },
    // Each loads the modules of the product again. Tests that wait for a process or a timer leave the
    // processor to the other steps.
    maxWorkers: 2,
    projects: [
      unitTests(root, {
        name: 'unit',
        include: ['**/*.test.{ts,tsx}'],
        exclude: [...COPIES, ...MADE, MANAGER, PACKED],
      }),
      // With separate entries, because they must pass in every product.
      unitTests(root, {
        name: 'unit-manager',
        include: [MANAGER],
        setProduct: 'contract/engine/src/testing/catalogue-product.ts',
        resources: 'contract/engine/src/testing/catalogue.ts',
      }),
      {
        extends: true,
        test: {
          name: 'copies',
          include: COPIES,
          // Set by `npm test`.
          exclude: process.env.TEST_COPIES_UNTESTED ? [TESTED_COPIES] : [],
          // Compiling and testing blocks the test, so its time can only be judged when it is over.
          testTimeout: 900_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: { name: 'made', include: MADE, testTimeout: 900_000, hookTimeout: 180_000 },
      },
      apiTests(root, {
        exclude: [
          PACKED,
          ...(process.env.TEST_DATABASE_URL ? ALWAYS_EMBEDDED : []),
          // Set by `npm run test:quick`.
          ...(process.env.TEST_QUICK ? SLOW : []),
        ],
      }),
      embedded,
      {
        extends: true,
        test: {
          name: 'browsers',
          include: ['e2e/**/*.browser-test.ts'],
          env: { PRODUCT_ROOT: root },
          setupFiles: ['@bindery/contract/testing/load-product.ts'],
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
