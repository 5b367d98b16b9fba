import { signIn, USER } from '@bindery/tools/browser';
import { expect, type Page } from '@playwright/test';
import product from '#product';
import { test } from '../support/shared-page.ts';

const books = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link');

test.describe('a reader of books', () => {
  test.beforeEach(({ page }) => signIn(page, USER));

  test('loads the books page by page', { tag: '@phone-only' }, async ({ page }) => {
    await page.goto('/app/books');
    await expect(page.getByText(/^Showing 20 of 1\d\d$/)).toBeVisible();
    await expect(books(page)).toHaveCount(20);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(page.getByText(/^Showing 40 of 1\d\d$/)).toBeVisible();
    await expect(books(page)).toHaveCount(40);

    // The button disappears with the last page, and the focus moves to the new records.
    await page.getByRole('searchbox').fill('the');
    await expect(page.getByText(/^2\d results for the$/)).toBeVisible();
    await page.getByRole('button', { name: 'Load more' }).press('Enter');
    await expect(books(page).nth(20)).toBeFocused();
  });

  test('sees the loaded books and the scroll position again after going back', {
    tag: '@phone-only',
  }, async ({ page }) => {
    await page.goto('/app/books');
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(books(page)).toHaveCount(40);
    const book = books(page).nth(35);
    await book.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    await book.click();
    await expect(page).toHaveURL(/\/app\/books\/[\w-]+$/);
    await page.goBack();
    await expect(books(page)).toHaveCount(40);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  });

  test('searches, and the address contains the search', async ({ page }) => {
    await page.goto('/app/books');
    await page.getByRole('searchbox').fill('achebe');
    await expect(page).toHaveURL(/searchTerm=achebe/);
    await expect(page.getByText(/\d+ results? for achebe/)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('searchbox')).toHaveValue('achebe');

    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect(page).toHaveURL(/\/app\/books$/);
    await expect(page.getByText(/^Showing 20 of 1\d\d$/)).toBeVisible();
    await expect(page.getByRole('searchbox')).toBeFocused();

    await page.getByRole('searchbox').fill('zzzzzz');
    await expect(page.getByText('No results for the search term')).toBeVisible();
  });

  test('has a page preloaded as soon as a click is likely', async ({ page }) => {
    // The home page shows books, and has their code already.
    await page.goto('/app/account');
    const code = page.waitForRequest(/\/assets\/books-[\w-]+\.js$/);
    await page.getByRole('navigation').getByRole('link', { name: 'Books' }).hover();
    await code;
  });

  test('opens a book by keyboard, and the focus moves to its title', async ({ page }) => {
    await page.goto('/app/books');
    const title = await books(page).first().locator('bdi').first().innerText();
    await books(page).first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
    await expect(page).toHaveTitle(`${title} · ${product.name}`);
  });

  test('sees a book without tabs on a phone', { tag: '@phone-only' }, async ({ page }) => {
    await page.goto('/app/books');
    await expect(page.getByRole('navigation')).toBeVisible();
    await books(page).first().click();
    await expect(page.getByRole('link', { name: 'All books' })).toBeVisible();
    await expect(page.getByRole('navigation')).toBeHidden();
    await expect(page.getByRole('link', { name: product.name })).toBeVisible();

    await page.goto('/app/books/no-such-book');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This book could not be found');
    await expect(page.getByRole('navigation')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'All books' }).click();
    await expect(page).toHaveURL(/\/app\/books$/);
  });

  test('may try again if the books cannot be loaded', async ({ page }) => {
    await page.route('**/api/books?*', (route) => route.fulfill({ status: 403, json: {} }));
    await page.goto('/app');
    await page.getByRole('navigation').getByRole('link', { name: 'Books' }).click();
    await expect(page.getByText('The books could not be loaded')).toBeVisible();
    await page.unroute('**/api/books?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/^Showing 20 of 1\d\d$/)).toBeVisible();
  });
});

test('a reader filters the books by genre and author, sorts them, and repeats an earlier search', async ({
  page,
}) => {
  await signIn(page, USER);
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
  await page.reload();
  await genre.click();
  await expect(page.getByText(/^Showing 20 of 1\d\d$/)).toBeVisible();

  await books(page).first().click();
  const link = page.getByRole('article').getByText(/^by /).getByRole('link');
  const author = await link.innerText();
  await link.click();
  await expect(page.getByRole('button', { name: `Author, ${author}` })).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto('/app/books?searchTerm=achebe');
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('achebe');
  await page.goto('/app/books');
  await page.getByRole('searchbox').click();
  await page.getByRole('button', { name: 'achebe' }).click();
  await expect(page).toHaveURL(/searchTerm=achebe/);
});
