import { ADMIN, signIn } from '@bindery/tools/browser';
import { expect } from '@playwright/test';
import product from '#product';
import { test } from '../support/shared-page.ts';
import { rows, withoutEmbeddedRows } from './manager.ts';

test.beforeEach(({ page }) => signIn(page, ADMIN));

test.describe('the list of books', () => {
  test('is loaded page by page, again if that fails, and restored after navigating back', {
    tag: '@phone-only',
  }, async ({ page }) => {
    await withoutEmbeddedRows(page);
    await page.route('**/api/books?*', (route) => route.fulfill({ status: 400, json: {} }));
    await page.goto('/manager/books');
    await expect(page).toHaveTitle(`Books · ${product.name}`);
    await expect(page.getByText('The list could not be loaded')).toBeVisible();
    await page.unroute('**/api/books?*');
    await page.getByRole('button', { name: 'Try again' }).click();
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
    for (let place = 20; place < 24; place++) {
      await (place % 2 ? next.click() : page.keyboard.press('j'));
      await isAt(place);
    }
    for (let place = 22; place > 18; place--) {
      await page.keyboard.press('k');
      await isAt(place);
    }
    await page.reload();
    await next.click();
    await isAt(20);
    await page.goBack();
    await expect(page).toHaveURL(/\/manager\/books\?_sort=author&_order=desc$/);
  });

  test('is filtered by whether a field has a value, which is open until it is chosen', async ({ page }) => {
    await page.goto('/manager/books');
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('button', { name: 'Cover', expanded: false }).click();
    const choice = page.getByRole('combobox', { name: 'Cover: comparison' });
    await expect(choice).toHaveValue('');
    await choice.selectOption('is empty');
    await expect(page).toHaveURL(/cover_null=true/);
    await choice.selectOption('Any');
    await expect(page).toHaveURL(/\/manager\/books$/);
  });

  test('is exported with chosen columns, whose focus ring is not cut', async ({ page }) => {
    await page.goto('/manager/books');
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

  test('is sorted and filtered, and both are in the address', { tag: '@phone' }, async ({
    page,
    isMobile,
  }) => {
    await page.goto('/manager/books');
    if (isMobile) {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Sort by' }).click();
      await page.getByRole('button', { name: 'Author', exact: true }).click();
      await page.getByRole('button', { name: '2 Author ascending' }).click();
      await page.getByRole('button', { name: 'Remove Title from the order' }).click();
      await page.keyboard.press('Escape');
    } else {
      await page.getByRole('button', { name: 'Author' }).click();
      await page.getByRole('button', { name: 'Author' }).click();
    }
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
    if (isMobile) await expect(filters).toBeInViewport({ ratio: 1 });
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

    // The same on both screens: a rejected request does not look like a list without records.
    if (isMobile) return;
    for (const [genre, message] of [
      ['01900000-0000-7000-8000-000000000000', 'Nothing matches these filters'],
      ['none-of-these', 'Genre is invalid'],
    ]) {
      await page.goto(`/manager/books?genre=${genre}`);
      await expect(page.getByText(message!)).toBeVisible();
      await page.getByRole('button', { name: 'Clear all filters' }).click();
      await expect(rows(page)).toHaveCount(20);
    }
  });

  // Component tests cover the wider screen.
  test('is saved as a view, which is a link to its whole state', { tag: '@phone-only' }, async ({ page }) => {
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
  });

  test('scrolls its views, and not the page', { tag: '@phone-only' }, async ({ page }) => {
    const ids: string[] = [];
    for (const name of ['Long name of a view 1', 'Long name of a view 2', 'Long name of a view 3']) {
      const data = { resource: 'books', name, query: 'q=death' };
      ids.push((await (await page.request.post('/api/views', { data })).json()).id);
    }
    for (const language of ['en', 'ar']) {
      await page.goto(`/manager/books?lng=${language}`);
      const last = page.getByRole('link', { name: 'Long name of a view 3' });
      await last.click();
      await expect(last).toHaveAttribute('aria-current', 'page');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
        page.viewportSize()!.width,
      );
    }
    for (const id of ids) expect((await page.request.delete(`/api/views/${id}`)).status()).toBe(204);
  });

  test('is not filtered by an incomplete date, and the field shows an error', async ({ page }) => {
    await page.goto('/manager/users');
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('button', { name: 'Onboarded', expanded: false }).click();
    await page.getByRole('combobox', { name: 'Onboarded: comparison' }).selectOption('is on or after');
    const day = page.getByLabel('Onboarded: value');
    await day.press('1');
    const done = page.locator('form [type=submit]');
    await done.click();
    const problem = page.getByText('This is not a complete value yet');
    await expect(problem).toBeVisible();
    await expect(day).toBeFocused();
    await day.fill('2020-01-31');
    await expect(problem).toBeHidden();
    await done.click();
    await expect(page).toHaveURL(/onboardedAt_gte=2020-01-3/);
  });
});
