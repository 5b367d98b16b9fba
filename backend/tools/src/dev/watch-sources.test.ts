import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restartsServer, serverSourcesIn } from './watch-sources.ts';

const restarts = (file: string) => restartsServer(join('/srv/acme', file), serverSourcesIn('/srv/acme'));

test.each([
  'resources.config.ts',
  'product.ts',
  '.env',
  'contract/extensions/loans.ts',
  'backend/extensions/loans/hooks.ts',
  'backend/extensions/loans/mails/en.json',
  'frontend/extensions/loans/pages.ts',
  'frontend/extensions/loans/manager.ts',
  'frontend/extensions/loans/home.ts',
])('a change of %s restarts the server, which loads pages again once it is back', (file) => {
  expect(restarts(file)).toBe(true);
});

test.each([
  'frontend/extensions/loans/manager/overdue-page.tsx',
  'frontend/extensions/loans/locales/en.json',
  'frontend/extensions/loans/icons.ts',
  'frontend/pages.ts.tsx',
  'index.html',
  '../other/product.ts',
])('a change of %s affects only the pages', (file) => {
  expect(restarts(file)).toBe(false);
});

test('a project folder with pattern characters in its name matches only itself', () => {
  const root = '/home/a (copy) [2]/my*project';
  expect(restartsServer(`${root}/product.ts`, serverSourcesIn(root))).toBe(true);
  expect(restartsServer('/home/a (copy) [2]/myproject/product.ts', serverSourcesIn(root))).toBe(false);
});
