import { ADMIN, signIn } from '@bindery/tools/browser';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/shared-page.ts';
import { rows, withoutEmbeddedRows } from './manager.ts';

test.beforeEach(({ page }) => signIn(page, ADMIN));

/** Responds with many books, of one line and of several. Each page has a hundred. */
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
  await withoutEmbeddedRows(page);
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

test('a long list has only the rows in view in the document, shifts nothing when it becomes long, retains the focus, and finds every row in its place after Back', async ({
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

  const title = 'Book 290';
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

test('a column has the width that its edge was dragged to and the place it was dropped at, also after a reload', async ({
  page,
}) => {
  await page.goto('/manager/books');
  const column = (name: string) => page.locator(`th[data-column=${name}]`);
  const widthOf = async (name: string) => (await column(name).boundingBox())!.width;
  const others = await Promise.all(['title', 'publisher'].map(widthOf));
  const edge = (await column('author').getByRole('separator').boundingBox())!;
  const wanted = (await widthOf('author')) - 70;
  await page.mouse.move(edge.x + 4, edge.y + 10);
  await page.mouse.down();
  await page.mouse.move(edge.x + 4 - 70, edge.y + 10, { steps: 4 });
  expect(Math.abs((await widthOf('author')) - wanted)).toBeLessThan(2);
  await page.mouse.up();
  expect(Math.abs((await widthOf('author')) - wanted)).toBeLessThan(2);
  // The others share the remaining width.
  expect(await widthOf('title')).toBeGreaterThan(others[0]!);
  expect(await widthOf('publisher')).toBeGreaterThan(others[1]!);

  const from = (await column('publisher').boundingBox())!;
  const to = (await column('author').boundingBox())!;
  await page.mouse.move(from.x + 30, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + 10, { steps: 4 });
  await page.mouse.up();
  const order = () =>
    page
      .locator('th[data-column]')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.column));
  expect(await order()).toEqual(['title', 'publisher', 'author', 'genre']);
  await expect(page).toHaveURL(/\/manager\/books$/);
  await page.reload();
  await expect(rows(page)).toHaveCount(20);
  expect(await order()).toEqual(['title', 'publisher', 'author', 'genre']);
  expect(Math.abs((await widthOf('author')) - wanted)).toBeLessThan(2);

  // The focus ring of the columns to export is not cut.
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Export' }).click();
  const first = page.getByRole('dialog').getByRole('checkbox').first();
  await expect(first).toBeFocused();
  const room = await first.evaluate((box) => {
    const { outlineWidth, outlineOffset } = getComputedStyle(box);
    const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    return box.getBoundingClientRect().left - box.closest('fieldset')!.getBoundingClientRect().left - ring;
  });
  expect(room).toBeGreaterThanOrEqual(0);
});

test('on a tablet a table that is wider than its box fades at an edge with further columns, and the menu is collapsed until it is opened, and hides nothing without a network', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 800, height: 1000 });
  await page.goto('/manager/users');
  const menu = page.getByRole('navigation', { name: 'Manager' });
  const widthOf = async () => (await menu.boundingBox())!.width;
  await expect(rows(page)).toHaveCount(20);
  expect(await widthOf()).toBeLessThan(80);
  // Collapsed, the items still have their names.
  await expect(menu.getByRole('link', { name: 'Genres' })).toBeVisible();
  const box = page.getByRole('table').locator('..');
  await expect(box).toHaveAttribute('data-overflows', 'cut');
  expect(await box.evaluate((element) => getComputedStyle(element).maskImage)).toContain('linear-gradient');
  await box.evaluate((element) => element.scrollBy(9999, 0));
  await expect(box).toHaveAttribute('data-overflows', 'end');
  expect(await box.evaluate((element) => getComputedStyle(element).maskImage)).toBe('none');

  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(menu.getByRole('link', { name: 'API documentation' })).toBeInViewport({ ratio: 1 });
  await context.setOffline(false);
  await page.keyboard.press('Control+b');
  await expect.poll(widthOf).toBeGreaterThan(150);
});
