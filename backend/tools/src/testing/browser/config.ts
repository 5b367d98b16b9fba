import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@bindery/backend/testing/free-port.ts';
import { prepareDatabase } from '@bindery/backend/testing/prepare-database.ts';
import type { PlaywrightTestConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, getChromium } from './chromium.ts';

/**
 * Turns off the compilers of V8 that translate a script again after it has run for a while, and those that
 * translate functions before they are called: pages under test run too briefly for both.
 */
const BRIEF_SCRIPTS = '--js-flags=--no-opt --no-maglev --max-lazy';

/** Settings that a product adds to its browser tests. */
export interface BrowserTestOptions {
  /** Settings of the server under test, in addition to the settings of local mode. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Returns the settings of the browser tests of the product in a folder: they visit its server, which starts
 * with an empty database, in Chromium on a wide screen, tests with the tag `@phone` also on a phone, and
 * those with `@phone-only` only there.
 * @example
 * // playwright.config.ts
 * export default await browserTests(import.meta.dirname);
 */
export async function browserTests(
  root: string,
  { settings = {} }: BrowserTestOptions = {},
): Promise<PlaywrightTestConfig> {
  // Loaded when called: the config of Vitest imports this file too.
  const { devices } = await import('@playwright/test');
  // Every worker reads the config again: decisions are made once and passed on in the environment.
  process.env.PRODUCT_ROOT = root;
  process.env.E2E_CHROMIUM ??= getChromium();
  process.env.CHROMIUM_PATH = process.env.E2E_CHROMIUM;
  process.env.E2E_PORT ??= String(await freePort());
  process.env.E2E_DATA_DIR ??= await dataUntilExit(root);
  const baseURL = `http://localhost:${process.env.E2E_PORT}`;
  return {
    testDir: join(root, 'e2e'),
    testMatch: '**/*.e2e.ts',
    // Playwright empties the folder at the start: the reports of other steps are beside it.
    outputDir: join(root, 'test-results/browser'),
    forbidOnly: Boolean(process.env.CI),
    workers: 2,
    // A test that passes only when repeated is named at the end of `npm test`.
    retries: 1,
    // A busy machine is slow, not faulty: these limits only stop endless waits, and name the waiting step.
    timeout: 180_000,
    expect: { timeout: 20_000 },
    use: {
      baseURL,
      // Each frame of an animation is drawn by the processor.
      contextOptions: { reducedMotion: 'reduce' },
      actionTimeout: 30_000,
      navigationTimeout: 60_000,
      screenshot: 'only-on-failure',
      launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: [...CHROMIUM_FLAGS, BRIEF_SCRIPTS] },
    },
    projects: [
      { name: 'desktop', use: devices['Desktop Chrome'], grepInvert: /@phone-only/ },
      // Only tests of what has another layout or is touched on a phone: the rest is the same code in the same
      // browser.
      // Without its seven pixels for each of the page, which the processor draws.
      { name: 'mobile', use: { ...devices['Pixel 7'], deviceScaleFactor: 1 }, grep: /@phone/ },
    ],
    webServer: {
      command: 'node backend/launch.mjs backend/main.ts',
      cwd: root,
      url: `${baseURL}/login`,
      timeout: 180_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
      env: {
        // Local mode, whatever the machine or a `.env` says: the tests read their codes in the outbox.
        NODE_ENV: '',
        HOST: '',
        PORT: process.env.E2E_PORT,
        DATA_DIR: process.env.E2E_DATA_DIR,
        DATABASE_URL: '',
        VITE_BASE_URL: baseURL,
        ...settings,
      },
    },
  };
}

async function dataUntilExit(root: string) {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-e2e-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await prepareDatabase(folder, root);
  return folder;
}
