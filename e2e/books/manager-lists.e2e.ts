import { expect, test } from '@playwright/test';
import { ADMIN, signIn } from '../support/sign-in.ts';
import { rows } from './manager.ts';

test.beforeEach(({ page }) => signIn(page, ADMIN));

test.describe('the list of books', () => {
  test('is loaded page by page, and restored after navigating back', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/manager/books');
    await expect(page).toHaveTitle('Books · Bindery');
    await expect(rows(page)).toHaveCount(20);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(rows(page)).toHaveCount(40);
    const link = rows(page).nth(35).getByRole('link').first();
    await link.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    await link.click();
    await expect(page).toHaveURL(/\/manager\/books\/[\w-]+$/);
    await page.goBack();
    await expect(rows(page)).toHaveCount(40);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  });

  test('is searched, and the search term is in the address', async ({ page }) => {
    await page.goto('/manager/books');
    await page.getByRole('searchbox').fill('death');
    await expect(page).toHaveURL(/searchTerm=death/);
    await expect(page.getByText(/\d+ results for death/)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('searchbox')).toHaveValue('death');
    await page.getByRole('searchbox').fill('zzzzzz');
    await expect(page.getByText('No results for the search term')).toBeVisible();
    await page.getByRole('button', { name: 'Clear the search' }).first().click();
    await expect(page).toHaveURL(/\/manager\/books$/);
    await expect(rows(page)).toHaveCount(20);
  });

  test('is sorted and filtered, and both are in the address', { tag: '@phone' }, async ({
    page,
    isMobile,
  }) => {
    await page.goto('/manager/books');
    if (isMobile) await page.getByLabel('Sort by').selectOption('Author (descending)');
    else {
      await page.getByRole('button', { name: 'Author' }).click();
      await page.getByRole('button', { name: 'Author' }).click();
    }
    await expect(page).toHaveURL(/_sort=author&_order=desc/);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByRole('group', { name: 'Genre' }).getByRole('combobox').click();
    await page.getByTitle('Drama', { exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show results' }).click();
    await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeFocused();
    await expect(page).toHaveURL(/genre=[\w-]+/);
    await expect(rows(page).filter({ hasNotText: 'Drama' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove the filter Genre' }).click();
    await expect(rows(page)).toHaveCount(20);
    await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeFocused();

    await page.goto('/manager/books?genre=none-of-these');
    await expect(page.getByText('Nothing matches these filters')).toBeVisible();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await expect(rows(page)).toHaveCount(20);
  });

  test('is not filtered by an incomplete date, and the field shows an error', async ({ page }) => {
    await page.goto('/manager/users');
    await page.locator('main button[aria-expanded]').click();
    const day = page.locator('main form input[type=date]').first();
    await day.press('1');
    await page.locator('main form [type=submit]').click();
    const problem = page.getByText('A date is incomplete or does not exist');
    await expect(problem).toBeVisible();
    await expect(day).toBeFocused();
    await day.fill('2020-01-31');
    await expect(problem).toBeHidden();
    await page.locator('main form [type=submit]').click();
    await expect(page).toHaveURL(/onboardedAt_gte=2020-01-3/);
  });

  test('shows an error if it cannot be loaded, and retries', async ({ page }) => {
    await page.route('**/api/books?*', (route) => route.fulfill({ status: 400, json: {} }));
    await page.goto('/manager/books');
    await expect(page.getByText('The list could not be loaded')).toBeVisible();
    await page.unroute('**/api/books?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(rows(page)).toHaveCount(20);
  });

  test('stays unchanged if a dialog over it cannot be loaded', async ({ page }) => {
    await page.route('**/assets/palette-*.js', (route) => route.abort());
    await page.goto('/manager/books');
    await expect(rows(page)).toHaveCount(20);
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByText('There is no connection to the server.')).toBeVisible();
    await expect(rows(page)).toHaveCount(20);
    await page.unroute('**/assets/palette-*.js');
    const search = page.getByRole('button', { name: 'Search or jump to' });
    await search.press('Enter');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(search).toBeFocused();
  });
});
