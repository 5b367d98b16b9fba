import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { chromium } from '@playwright/test';
import { afterEach, expect, test, vi } from 'vitest';
import { CHROMIUM_FLAGS, getChromium } from './chromium.ts';

afterEach(() => vi.unstubAllEnvs());

test('CHROMIUM_PATH has precedence over all other browsers', () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath);

  expect(getChromium()).toBe(process.execPath);
});

test.each(['/nowhere/chromium', import.meta.filename])(
  'a CHROMIUM_PATH that does not start is rejected: %s',
  (path) => {
    vi.stubEnv('CHROMIUM_PATH', path);

    expect(getChromium).toThrow(`CHROMIUM_PATH is ${path}, but no browser starts from there.`);
  },
);

test('a headless shell has precedence over a complete Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-browsers-'));
  for (const name of ['chromium', 'chromium-headless-shell'])
    symlinkSync(process.execPath, join(folder, name));
  vi.stubEnv('CHROMIUM_PATH', '');
  vi.stubEnv('PATH', folder);

  expect(basename(getChromium())).toMatch(/headless[-_]shell/);
  rmSync(folder, { recursive: true });
});

/** Returns the features that each `--disable-features` of a Chromium's command line names. */
async function disabledFeatures(args: string[]): Promise<string[][]> {
  // Node.js is no browser, and the error quotes how it was started.
  const error: unknown = await chromium
    .launch({ executablePath: process.execPath, args })
    .catch((reason) => reason);
  const [started = ''] = String(error)
    .split('\n')
    .filter((line) => line.includes('<launching>'));
  return [...started.matchAll(/ --disable-features=(\S+)/g)].map(([, names = '']) => names.split(','));
}

test("the list of disabled Chromium features includes Playwright's, which it replaces", async () => {
  const [playwrights = []] = await disabledFeatures([]);
  const [, ours] = await disabledFeatures(CHROMIUM_FLAGS);

  expect(playwrights).not.toEqual([]);
  expect(ours).toEqual(expect.arrayContaining(playwrights));
});
