import { afterEach, expect, test, vi } from 'vitest';
import { getChromium } from './browser.ts';

afterEach(() => vi.unstubAllEnvs());

test('the browser that CHROMIUM_PATH names goes before all others', () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath);

  expect(getChromium()).toBe(process.execPath);
});

test.each(['/nowhere/chromium', import.meta.filename])(
  'a CHROMIUM_PATH that does not start is refused: %s',
  (path) => {
    vi.stubEnv('CHROMIUM_PATH', path);

    expect(getChromium).toThrow(`CHROMIUM_PATH is ${path}, but no browser starts from there.`);
  },
);
