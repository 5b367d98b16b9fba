import { configDefaults, defineConfig } from 'vitest/config';

/*
 * A test's name says what it needs: `x.test.ts` nothing but the code, `x.api.test.ts` a running server and its
 * database (PGlite, or PostgreSQL when TEST_DATABASE_URL is set). What needs a browser is `x.e2e.ts`, run by Playwright
 * in Chromium, and `x.browser-test.ts` in other browsers.
 */

/** What compiles and tests a changed copy of the whole project: as slow as all other unit tests together. */
const COPIES = '**/without-books.test.ts';

export default defineConfig({
  test: {
    // One more than the cores of a small machine: many tests wait for a process or a timer.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, '**/*.api.test.ts', COPIES],
          testTimeout: 15_000,
          // It keeps the language of a visit in its module: a test that resets modules begins a visit of its own.
          server: { deps: { inline: ['i18next'] } },
        },
      },
      {
        extends: true,
        test: {
          name: 'copies',
          include: [COPIES],
          testTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['**/*.api.test.ts'],
          // The modules stay loaded from file to file, and with them whatever is slow to make and can be shared.
          isolate: false,
          globalSetup: ['backend/testing/postgres-databases.ts'],
          testTimeout: 30_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browsers',
          include: ['e2e/browsers/**/*.browser-test.ts'],
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
