import { signIn, USER } from '@bindery/tools/browser';
import { expect, type Page } from '@playwright/test';
import product from '#product';
import { test } from '../support/shared-page.ts';

const books = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link');

test.beforeEach(({ page }) => signIn(page, USER));

test('a reader loads the books page by page, opens one without tabs, and finds the list as it was', {
  tag: '@phone-only',
}, async ({ page }) => {
  await page.goto('/app/books');
  await expect(page.getByText(/^Showing 20 of 1\d\d$/)).toBeVisible();
  await expect(books(page)).toHaveCount(20);
  await expect(page.getByRole('navigation')).toBeVisible();
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.getByText(/^Showing 40 of 1\d\d$/)).toBeVisible();
  await expect(books(page)).toHaveCount(40);

  const book = books(page).nth(35);
  await book.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  await book.click();
  await expect(page).toHaveURL(/\/app\/books\/[\w-]+$/);
  await expect(page.getByRole('link', { name: 'All books' })).toBeVisible();
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('link', { name: product.name })).toBeVisible();
  await page.goBack();
  await expect(books(page)).toHaveCount(40);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);

  // The button disappears with the last page, and the focus moves to the new records.
  await page.getByRole('searchbox').fill('the');
  await expect(page.getByText(/^2\d results for the$/)).toBeVisible();
  await page.getByRole('button', { name: 'Load more' }).press('Enter');
  await expect(books(page).nth(20)).toBeFocused();

  const response = await page.goto('/app/books/01890000-0000-7000-8000-000000000000');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This book could not be found');
  await expect(page).toHaveTitle(`This book could not be found · ${product.name}`);
  await expect(page.getByRole('navigation')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'All books' }).click();
  await expect(page).toHaveURL(/\/app\/books$/);
});

test('a reader searches, which is in the address, is offered again, and loads nothing of the manager', async ({
  page,
}) => {
  await page.goto('/app/books');
  const search = page.getByRole('searchbox');
  await search.fill('achebe');
  await expect(page).toHaveURL(/searchTerm=achebe/);
  await expect(page.getByText(/\d+ results? for achebe/)).toBeVisible();
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('achebe');
  await page.waitForLoadState('networkidle');
  const files = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  expect(files.some((path) => path.startsWith('/assets/recent-searches-'))).toBe(true);
  expect(files.filter((path) => /^\/assets\/(frame|fields|list|manager)-/.test(path))).toEqual([]);

  await page.reload();
  await expect(search).toHaveValue('achebe');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(page).toHaveURL(/\/app\/books$/);
  await expect(page.getByText(/^Showing 20 of 1\d\d$/)).toBeVisible();
  await expect(search).toBeFocused();
  await search.fill('zzzzzz');
  await expect(page.getByText('No results for the search term')).toBeVisible();
  await search.fill('');
  await page.getByRole('button', { name: 'achebe' }).click();
  await expect(page).toHaveURL(/searchTerm=achebe/);
});

test('a reader has a page preloaded before a click, and opens a book by keyboard, whose title gets the focus', async ({
  page,
}) => {
  // The home page shows books, and has their code already.
  await page.goto('/app/account');
  const code = page.waitForRequest(/\/assets\/books-[\w-]+\.js$/);
  const link = page.getByRole('navigation').getByRole('link', { name: 'Books' });
  await link.hover();
  await code;
  await link.click();
  const title = await books(page).first().locator('bdi').first().innerText();
  await books(page).first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
  await expect(page).toHaveTitle(`${title} · ${product.name}`);
});

test('a reader filters the books by genre and author, and sorts them', async ({ page }) => {
  await page.goto('/app');
  await page.getByRole('link', { name: 'Poetry' }).click();
  const genre = page.getByRole('button', { name: 'Remove the filter: Genre, Poetry' });
  await expect(genre).toBeVisible();
  const inGenre = await page.getByText(/^Showing \d+ of \d+$/).innerText();
  expect(inGenre).not.toMatch(/of 1\d\d$/);
  await page.getByRole('button', { name: 'Filter and sort' }).click();
  await page.getByRole('dialog').getByLabel('Sort by').selectOption('Newest first');
  await expect(page).toHaveURL(/genre=[\w-]+&_sort=createdAt&_order=desc$/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Filter and sort' })).toBeFocused();
  await genre.click();
  await expect(page.getByText(/^Showing 20 of 1\d\d$/)).toBeVisible();

  await books(page).first().click();
  const link = page.getByRole('article').getByText(/^by /).getByRole('link');
  const author = await link.innerText();
  await link.click();
  await expect(page.getByRole('button', { name: `Author, ${author}` })).toBeVisible();
});
