// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadOnce } from './chunk-reload.ts';

const fetched = new Error('Failed to fetch dynamically imported module: /assets/account-page-pbp58ye.js');
const imports = {
  Chromium: `Failed to fetch dynamically imported module: ${location.origin}/assets/account-page-pbp58ye.js?retry=1`,
  Firefox: `error loading dynamically imported module: ${location.origin}/assets/account-page-pbp58ye.js?retry=1`,
  Safari: 'Importing a module script failed.',
};

beforeEach(() => {
  // The reload itself is left out.
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => vi.useRealTimers());

test.each(Object.entries(imports))(
  'a chunk that cannot be loaded reloads the page once in %s, whether it is fetched or imported',
  (_browser, message) => {
    expect(reloadOnce(fetched)).toBe(true);
    expect(reloadOnce(new TypeError(message))).toBe(false);
    expect(reloadOnce(fetched)).toBe(false);
    sessionStorage.clear();
    expect(reloadOnce(new TypeError(message))).toBe(true);
    expect(reloadOnce(new TypeError(message))).toBe(false);
  },
);

test('another chunk, or the same one of a new deployment, reloads the page again', () => {
  expect(reloadOnce(fetched)).toBe(true);
  expect(reloadOnce(new Error('Unable to preload CSS for /assets/account-page-fk3p0a.css'))).toBe(true);
  expect(reloadOnce(new Error('Failed to load texts: fr/login.json'))).toBe(true);
  expect(
    reloadOnce(new Error('Failed to fetch dynamically imported module: /assets/account-page-x1.js')),
  ).toBe(true);
});
