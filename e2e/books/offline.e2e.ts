import { ADMIN, signIn, USER } from '@bindery/tools/browser';
import { expect, test as testInOwnPage } from '@playwright/test';
import { test } from '../support/shared-page.ts';
import { heading, makeBook, newTitle, toast } from './manager.ts';

test.describe('the input of a form', () => {
  test.beforeEach(({ page }) => signIn(page, ADMIN));

  test('remains after a save without a network, and can be saved when the network is back', async ({
    page,
    context,
  }) => {
    const { id, address } = await makeBook(page, newTitle('Season of Crimson Blossoms'));
    await page.goto(`${address}/update`);
    await page.getByLabel('Publisher').fill('Parrésia');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Failed to update the book')).toBeVisible();
    // The notice above the page moves no part of the menu out of the window.
    await expect(page.getByRole('navigation', { name: 'Manager' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-busy');
    await expect(page.getByLabel('Publisher')).toHaveValue('Parrésia');
    await context.setOffline(false);
    // The form retains its record and its input, even if the record can no longer be read.
    await page.route(`**/api/books/${id}`, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 404, json: {} }) : route.fallback(),
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Book updated')).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    expect(await (await page.request.get(`/api/books/${id}`)).json()).toMatchObject({
      publisher: 'Parrésia',
    });
  });
});

test.describe('Load more without a network reports it after the first try, and continues when the network is back', () => {
  const cases = [
    { area: 'in the manager', by: ADMIN, address: '/manager/books', row: 'tbody tr' },
    { area: 'in the app', by: USER, address: '/app/books', row: 'main li' },
  ];
  for (const { area, by, address, row } of cases)
    test(area, async ({ page, context }) => {
      await signIn(page, by);
      await page.goto(address);
      await expect(page.locator(row)).toHaveCount(20);
      const tries: string[] = [];
      page.on('requestfailed', (request) => tries.push(request.url()));
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Load more' }).click();
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
      expect(tries.filter((url) => url.includes('/api/books'))).toHaveLength(1);
      const again = page.getByRole('main').getByRole('button', { name: /^(Try again|Load more)$/ });
      await expect(again).not.toHaveAttribute('aria-busy');
      await context.setOffline(false);
      // The app continues by itself. The manager refetches its rows, and offers the next ones then.
      if (by === ADMIN) await again.click();
      await expect(page.locator(row)).toHaveCount(40);
    });
});

// The cache of a page from other tests would contain the code of the list.
testInOwnPage(
  'a page that is opened without a network says that one is offline, and comes when there is one',
  async ({ page, context }) => {
    await signIn(page, USER);
    // The home page shows books, and has their code already.
    await page.goto('/app/account');
    await expect(heading(page)).toHaveText('Account');
    await context.setOffline(true);
    await page.getByRole('navigation').getByRole('link', { name: 'Books' }).click();
    await expect(heading(page)).toHaveText('You are offline');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(heading(page)).toHaveText('You are offline');
    await context.setOffline(false);
    await expect(heading(page)).toHaveText('Books');
    await expect(page).toHaveURL(/\/app\/books$/);
  },
);
