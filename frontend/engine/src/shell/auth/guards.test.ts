import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { redirectTo } from './guards.ts';

const origin = 'http://localhost';
const show = (path: string) => vi.stubGlobal('location', { href: origin + path });
const from = (path: string) => new Request(origin + path);
const isReplace = (response: Response) => response.headers.has('X-Remix-Replace');

beforeEach(() => show('/app'));
afterEach(() => vi.unstubAllGlobals());

test('a redirect replaces a history entry that already exists', () => {
  show('/manager?lng=fr');
  const response = redirectTo(from('/manager?lng=fr'), '/manager/dashboard');
  expect(response.headers.get('Location')).toBe('/manager/dashboard');
  expect(isReplace(response)).toBe(true);
});

test('a redirect of a followed link keeps the previous page in the history', () => {
  expect(isReplace(redirectTo(from('/manager'), '/manager/dashboard'))).toBe(false);
});

test('chained redirects all replace the same history entry', () => {
  show('/login');
  expect(isReplace(redirectTo(from('/login'), '/manager'))).toBe(true);
  expect(isReplace(redirectTo(from('/manager'), '/manager/dashboard'))).toBe(true);
  show('/manager/dashboard');
  expect(isReplace(redirectTo(from('/manager'), '/manager/dashboard'))).toBe(false);
});
