import { expect, type Page } from '@playwright/test';
import { test } from '../support/shared-page.ts';
import { ADMIN, signIn } from '../support/sign-in.ts';
import { rows } from './manager.ts';

test.beforeEach(({ page }) => signIn(page, ADMIN));

const headings = (page: Page) => page.getByRole('columnheader');

test('a list is sorted by several columns, with Shift by mouse and by keyboard', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has no column headings');
  await page.goto('/manager/books?_sort=genre');
  await page.getByRole('button', { name: 'Author' }).click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(/_sort=genre%2Cauthor$/);
  await page.getByRole('button', { name: 'Title' }).press('Shift+Enter');
  await expect(page).toHaveURL(/_sort=genre%2Cauthor%2Ctitle$/);
  await page.getByRole('button', { name: 'Author' }).press('Shift+Space');
  await expect(page).toHaveURL(/_order=asc%2Cdesc%2Casc$/);
  await expect(headings(page)).toHaveText([/^Title3/, /^Author2/, /^Genre1/, /^Publisher$/]);
  const genres = await rows(page).getByRole('cell').nth(2).allTextContents();
  expect(genres).toEqual(genres.toSorted());
});

test('columns are chosen and ordered by keyboard, and remembered in the browser', async ({
  page,
  isMobile,
}) => {
  await page.goto('/manager/books');
  const button = page.getByRole('button', { name: 'Columns' });
  const dialog = page.getByRole('dialog', { name: 'Choose and order the columns' });
  await button.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Move Title up' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Move Title down' })).toBeFocused();
  await dialog.getByRole('checkbox', { name: 'Publisher' }).press('Space');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await page.reload();
  await expect(rows(page)).toHaveCount(20);
  const labels = rows(page).first().locator('[data-label]');
  expect(
    await labels.evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset.label)),
  ).toEqual(['Author', 'Title', 'Genre']);
  if (!isMobile) await expect(headings(page)).toHaveText(['Author', 'Title', 'Genre']);
  await button.click();
  await dialog.getByRole('button', { name: 'Restore the default columns' }).click();
  await expect(labels).toHaveCount(4);
});

/** Answers with many books, of one line and of several. Each page has a hundred. */
async function serveManyBooks(page: Page, total: number, loads = total) {
  await page.route('**/api/books?*', (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('_after') ?? 0);
    const to = Math.min(from + 100, total);
    const json = Array.from({ length: to - from }, (_, place) => ({
      id: `01890000-0000-7000-8000-${String(from + place).padStart(12, '0')}`,
      title: `Book ${from + place}${' and a long title'.repeat((from + place) % 7 === 0 ? 12 : 0)}`,
      author: 'Author',
      genre: { id: 'g', label: 'Genre' },
      publisher: null,
    }));
    const cursor: Record<string, string> = to < total ? { 'x-next-cursor': String(to) } : {};
    return route.fulfill({ json, headers: { 'x-total-count': String(total), ...cursor } });
  });
  await page.goto('/manager/books');
  for (let loaded = 100; loaded < loads; loaded += 100) {
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(page.getByText(`Showing ${loaded + 100} of ${total}`)).toBeVisible();
  }
}

const placeOf = (page: Page, title: string) =>
  page
    .getByRole('link', { name: title, exact: true })
    .evaluate((link) => Math.round(link.getBoundingClientRect().top));

test.describe('a long list', () => {
  test('has only the rows in view in the document, and nothing moves when it becomes long', async ({
    page,
  }) => {
    await serveManyBooks(page, 300, 200);
    await expect(rows(page)).toHaveCount(200);
    const more = page.getByRole('button', { name: 'Load more' });
    await more.scrollIntoViewIfNeeded();
    const before = await placeOf(page, 'Book 199');
    await more.click();
    await expect(page.getByText('Showing 300 of 300')).toBeVisible();
    expect(await placeOf(page, 'Book 199')).toBe(before);
    expect(await rows(page).count()).toBeLessThan(80);
  });

  test('finds every row in its place after Back', async ({ page }) => {
    await serveManyBooks(page, 400);
    const title = 'Book 390';
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.getByRole('link', { name: title, exact: true }).scrollIntoViewIfNeeded();
    const [place, scroll] = [await placeOf(page, title), await page.evaluate(() => scrollY)];
    await page.getByRole('link', { name: title, exact: true }).click();
    await expect(page).toHaveURL(/\/manager\/books\/[\w-]+$/);
    await page.goBack();
    await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scroll);
    expect(await placeOf(page, title)).toBe(place);
  });

  test('keeps the focus while it is scrolled, and Tab goes on from there', async ({ page }) => {
    await serveManyBooks(page, 300);
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('link', { name: 'Book 1', exact: true }).focus();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByRole('link', { name: 'Book 299', exact: true })).toBeAttached();
    // The rest of the row, then the next one from its start.
    const row = (title: string) =>
      rows(page).filter({ has: page.getByRole('link', { name: title, exact: true }) });
    for (const stop of [
      row('Book 1').getByRole('link', { name: 'Genre' }),
      row('Book 1').getByRole('button', { name: 'Actions for Book 1' }),
      row('Book 2').getByRole('checkbox', { name: 'Select Book 2' }),
      row('Book 2').getByRole('link', { name: 'Book 2' }),
    ]) {
      await page.keyboard.press('Tab');
      await expect(stop).toBeFocused();
    }
    await expect(page.getByRole('link', { name: 'Book 2', exact: true })).toBeInViewport();
  });

  test('is whole for a search in the page, and when it is printed', async ({ page }) => {
    await serveManyBooks(page, 300);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(rows(page)).toHaveCount(300);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(rows(page)).not.toHaveCount(300);
    await page.keyboard.press('ControlOrMeta+f');
    await expect(rows(page)).toHaveCount(300);
  });
});
