import { ADMIN, signIn, violations } from '@bindery/tools/browser';
import { expect } from '@playwright/test';
import { chooseInMenu } from '../support/record-menu.ts';
import { test } from '../support/shared-page.ts';
import { choose, heading, makeBook, newTitle, rows, toast } from './manager.ts';

test.beforeEach(({ page }) => signIn(page, ADMIN));

test('a user whose session has expired signs in again, and returns to the page', async ({
  page,
  context,
}) => {
  await page.goto('/manager/books?_sort=author');
  await expect(rows(page)).toHaveCount(20);
  await context.clearCookies();
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmanager%2Fbooks%3F_sort%3Dauthor$/);
});

test.describe('a book', () => {
  // one-entry.e2e.ts does this on the wider screen.
  test('is created, listed, changed and deleted, although the network fails temporarily', {
    tag: '@phone-only',
  }, async ({ page, context }) => {
    const title = newTitle('Kintu');
    await page.goto(`/manager/books?searchTerm=${encodeURIComponent(title)}`);
    await expect(page.getByText('No results for the search term')).toBeVisible();
    await page.getByRole('link', { name: 'New book' }).first().click();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByText('Title is required')).toBeVisible();
    await expect(page.getByLabel('Title')).toBeFocused();

    await page.getByLabel('Title').fill(title);
    await expect(page.getByText('Title is required')).toBeHidden();
    await expect(page.getByText('Author is required')).toBeVisible();
    await page.getByLabel('Author').fill('Jennifer Makumbi');
    await choose(page, 'Genre', 'Historical fiction');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByText('Failed to create the book')).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(toast(page, 'Book created')).toBeVisible();
    await expect(heading(page)).toHaveText(title);

    await page.goBack();
    await page.getByRole('main').getByRole('link', { name: title }).click();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Publisher').fill('Kwani Trust');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Book updated')).toBeVisible();
    await expect(page.getByRole('main').getByText('Kwani Trust').first()).toBeVisible();
    await expect(page.getByText('Publisher set to Kwani Trust')).toBeVisible();

    // Back leads to the list as it was left, not to the form.
    await page.goBack();
    await expect(page.getByRole('searchbox')).toHaveValue(title);
    await page.getByRole('main').getByRole('link', { name: title }).click();
    await expect(heading(page)).toHaveText(title);
    await chooseInMenu(page, 'Delete');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('You can undo it right afterwards')).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Book deleted')).toBeVisible();
    // The list as it was left.
    await expect(page.getByRole('searchbox')).toHaveValue(title);
    await expect(page.getByText('No results for the search term')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page, 'Undone')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: title })).toBeVisible();
  });
});

test('an address without a page, a record or access says so, and keeps the navigation', async ({ page }) => {
  const menu = page.getByRole('navigation', { name: 'Manager' });
  // This one cannot be decoded.
  await page.goto('/manager/books/%25');
  await expect(heading(page)).toHaveText('This page could not be found');
  for (const [path, title] of [
    ['/manager/users/no/such/page', 'This page could not be found'],
    ['/manager/genres/new', "You don't have access to this page"],
    ['/manager/books/01890000-0000-7000-8000-000000000000', 'This record could not be found'],
  ] as const) {
    await page.goto(path);
    await expect(heading(page)).toHaveText(title);
    await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
  }
  await page.getByRole('main').getByRole('link', { name: 'Books' }).click();
  await expect(heading(page)).toHaveText('Books');
});

test('what is typed and entered before the palette has loaded and the server has responded opens the record, which the keyboard changes', async ({
  page,
}) => {
  const title = newTitle('Le Devoir de violence');
  const { address } = await makeBook(page, title);
  await page.goto('/manager/dashboard');
  await expect(heading(page)).toHaveText('Dashboard');
  await expect(page.locator('header nav li').first()).toBeVisible();
  const loaded = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const responded = Promise.withResolvers<void>();
  await page.route(/\/assets\/suggestion-list-[^/]+\.js/, async (route) => {
    await loaded.promise;
    await route.fallback();
  });
  await page.route(/\/api\/books\?.*q=/, async (route) => {
    asked.resolve();
    await responded.promise;
    await route.fallback();
  });
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  loaded.resolve();
  await asked.promise;
  await expect(heading(page)).toHaveText('Dashboard');
  responded.resolve();
  await expect(page).toHaveURL(address);
  await expect(heading(page)).toBeFocused();

  // It is changed with only the keyboard too.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(`${title}, again`);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(heading(page)).toHaveText(`${title}, again`);
});

// On wider screens it is collapsed: see manager-tables.e2e.ts.
test('the menu is a drawer on a phone, and a form full of mistakes violates no accessibility rule in any theme', {
  tag: '@phone-only',
}, async ({ page }) => {
  await page.goto('/manager/dashboard');
  await expect(heading(page)).toHaveText('Dashboard');
  await page.getByRole('button', { name: 'Open the menu' }).tap();
  await page.getByRole('navigation', { name: 'Manager' }).getByRole('link', { name: 'Books' }).click();
  await expect(heading(page)).toHaveText('Books');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('link', { name: 'New book' }).first().click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Genre is required')).toBeVisible();
  await expect(page.getByLabel('Genre')).toHaveAttribute('aria-required', 'true');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveClass(colorScheme);
    expect(await violations(page), colorScheme).toEqual([]);
  }
});
