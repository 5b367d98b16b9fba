import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@bindery/backend/testing/free-port.ts';
import { identityProviderAt } from '@bindery/backend/testing/identity-provider-settings.ts';
import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_FLAGS, getChromium } from './e2e/browser.ts';

// Every worker reads this file again: what is decided here is decided once and handed down in the environment.
process.env.CHROMIUM_PATH = getChromium();
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_PROVIDER_PORT ??= String(await freePort());
process.env.E2E_DATA_DIR ??= dataUntilExit();

const baseURL = `http://localhost:${process.env.E2E_PORT}`;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  // It is emptied at the start: the reports of other steps stand beside it.
  outputDir: 'test-results/browser',
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // A test that passes only when repeated is named at the end of `npm test`.
  retries: 1,
  // A busy machine is slow, not wrong: these only end what would never come, and name the step that waits for it.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL,
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: CHROMIUM_FLAGS },
  },
  projects: [
    { name: 'desktop', use: devices['Desktop Chrome'] },
    // Only what looks different on a phone or is touched there: the rest is the same code in the same browser.
    { name: 'mobile', use: devices['Pixel 7'], grep: /@phone/ },
  ],
  webServer: {
    command: 'node backend/launch.mjs backend/main.ts',
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
      // It only answers in the tests that sign in through it: see social.e2e.ts.
      ...identityProviderAt(Number(process.env.E2E_PROVIDER_PORT)),
    },
  },
});

function dataUntilExit() {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-e2e-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
