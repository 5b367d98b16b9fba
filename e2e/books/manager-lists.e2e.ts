import { ADMIN, signIn } from '@bindery/tools/browser';
import { expect } from '@playwright/test';
import product from '#product';
import { test } from '../support/shared-page.ts';
import { rows } from './manager.ts';

test.beforeEach(({ page }) => signIn(page, ADMIN));

test.describe('the list of books', () => {
  test('is loaded page by page, and restored after navigating back', { tag: '@phone-only' }, async ({
    page,
  }) => {
    await page.goto('/manager/books');
    await expect(page).toHaveTitle(`Books · ${product.name}`);
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

  test('can be stepped through on the pages of its records, beyond the loaded ones and back', async ({
    page,
  }) => {
    await page.goto('/manager/books?_sort=author&_order=desc');
    await expect(rows(page)).toHaveCount(20);
    const listed = await page.evaluate(async () =>
      (await fetch('/api/books?_sort=author&_order=desc&_end=25')).json(),
    );
    const isAt = async (place: number) => {
      await expect(page).toHaveURL(new RegExp(`/manager/books/${listed[place].id}$`));
      // The list, which is still shown while the record is loading, says how many of its rows it has.
      await expect(page.locator('[data-pager]')).toContainText(`${place + 1} of `);
    };
    await rows(page).nth(19).getByRole('link').first().click();
    await isAt(19);
    const next = page.getByRole('link', { name: 'Next record' });
    await next.click();
    await isAt(20);
    await page.keyboard.press('j');
    await isAt(21);
    for (let place = 20; place > 18; place--) {
      await page.keyboard.press('k');
      await isAt(place);
    }
    await page.reload();
    await next.click();
    await isAt(20);
    await page.goBack();
    await expect(page).toHaveURL(/\/manager\/books\?_sort=author&_order=desc$/);
  });

  // Component tests cover the wider screen.
  test('is sorted and filtered, and both are in the address', { tag: '@phone-only' }, async ({ page }) => {
    await page.goto('/manager/books');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Sort by' }).click();
    await page.getByRole('button', { name: 'Author', exact: true }).click();
    await page.getByRole('button', { name: '2 Author ascending' }).click();
    await page.getByRole('button', { name: 'Remove Title from the order' }).click();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/_sort=author&_order=desc/);
    const filters = page.getByRole('button', { name: /^Filters/ });
    await filters.click();
    await expect(page.getByRole('button', { name: 'Genre', expanded: true })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search for a value' }).fill('dra');
    await page.getByRole('checkbox', { name: 'Drama' }).check();
    await expect(page).toHaveURL(/genre=[\w-]+/);
    await page.getByRole('button', { name: /^Show \d+ results/ }).click();
    await expect(filters).toBeFocused();
    await expect(rows(page).filter({ hasNotText: 'Drama' })).toHaveCount(0);

    // The button stays in view, and a chip is edited in place.
    await page
      .getByRole('button', { name: 'Load more' })
      .or(rows(page).last())
      .first()
      .scrollIntoViewIfNeeded();
    await expect(filters).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Genre is Drama' }).click();
    await page.getByRole('combobox', { name: 'Genre: comparison' }).selectOption('is none of');
    await expect(page.getByRole('button', { name: 'Genre is not Drama' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(filters).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Genre is Drama' })).toBeVisible();
    await page.getByRole('button', { name: 'Remove the filter Genre' }).click();
    await expect(rows(page)).toHaveCount(20);
    await expect(filters).toBeFocused();
  });

  // Component tests cover the wider screen.
  test('is saved as a view, which is a link to its whole state; the views scroll, and not the page', {
    tag: '@phone-only',
  }, async ({ page }) => {
    const ids: string[] = [];
    for (const other of ['Long name of a view 1', 'Long name of a view 2', 'Long name of a view 3']) {
      const data = { resource: 'books', name: other, query: 'q=death' };
      ids.push((await (await page.request.post('/api/views', { data })).json()).id);
    }
    const name = 'By author on a phone 📚';
    await page.goto('/manager/books?_sort=author&_order=desc');
    await page.getByRole('button', { name: 'Save view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Save view' }).click();
    const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
    await expect(tab).toHaveAttribute('aria-current', 'page');
    await expect(tab).toBeFocused();

    await page.getByRole('searchbox').fill('death');
    await page.getByRole('button', { name: 'Update view' }).click();
    await expect(page.getByRole('button', { name: 'Update view' })).toBeHidden();
    await page.goto('/manager/books');
    await tab.click();
    await expect(page).toHaveURL(/_view=[\w-]+&searchTerm=death&_sort=author&_order=desc/);
    await expect(page.getByRole('searchbox')).toHaveValue('death');

    await page.getByRole('button', { name: `Actions on the view ${name}` }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(tab).toBeHidden();
    await expect(page.getByRole('searchbox')).toHaveValue('death');

    const last = page.getByRole('link', { name: 'Long name of a view 3' });
    const openLast = async () => {
      await last.click();
      await expect(last).toHaveAttribute('aria-current', 'page');
      const { width } = page.viewportSize()!;
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    };
    await openLast();
    await page.goto('/manager/books?lng=ar');
    await openLast();
    for (const id of ids) expect((await page.request.delete(`/api/views/${id}`)).status()).toBe(204);
  });
});
