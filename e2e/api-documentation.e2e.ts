import { violations } from '@bindery/tools/testing/browser/axe.ts';
import { signIn, USER } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect, type Page } from '@playwright/test';
import { test } from './support/shared-page.ts';

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('the API documentation is searched, and runs an operation', async ({ page }) => {
  await signIn(page, USER);
  await page.goto('/api/docs');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await expect(contents.getByRole('link', { name: 'Books' })).toBeVisible();
  const search = contents.getByRole('searchbox');
  await search.fill('nothing has these words');
  await expect(contents.getByText('Nothing found')).toBeVisible();
  await search.fill('list BOOKS');
  await expect(contents.getByRole('link').first()).toHaveText('GET /api/booksList books');
  expect(await contents.getByRole('link').count()).toBeLessThan(5);
  await search.press('Enter');
  const operation = page.locator('[id="operations-Books-books\\\\.list"]');
  await expect(operation).toBeInViewport();
  await operation.getByRole('button', { name: 'Execute' }).click();
  await expect(operation.getByText('Server response')).toBeVisible();
  await expect(operation.locator('.live-responses-table tbody .response-col_status')).toContainText('200');
  await search.fill('');
  await contents.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page.getByRole('button', { name: /GET.*List your own sessions/ })).toBeInViewport();
});

test('the API documentation is accessible, and fits on any screen', { tag: '@phone' }, async ({
  page,
  isMobile,
}) => {
  // Its colours depend on the theme alone, and its layout on the screen.
  await page.emulateMedia({ colorScheme: isMobile ? 'dark' : 'light' });
  await signIn(page, USER);
  await page.goto('/api/docs');
  await page.getByRole('button', { name: /GET.*List genres/ }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.getByText('Server response')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflow(page)).toBe(0);
});
