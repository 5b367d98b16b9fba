import { expect, test } from 'vitest';

test.each([
  ['components', () => import('../entry-points/components.ts')],
  ['http', () => import('../entry-points/http.ts')],
  ['i18n', () => import('../entry-points/i18n.ts')],
  ['pages', () => import('../entry-points/pages.ts')],
  ['testing', () => import('../entry-points/testing.ts')],
])('a test without a browser can import %s', async (_, load) => {
  expect(Object.keys(await load()).length).toBeGreaterThan(1);
});
