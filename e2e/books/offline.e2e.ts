import { ADMIN, signIn, USER } from '@bindery/tools/browser';
import { expect, test as testInOwnPage } from '@playwright/test';
import { test } from '../support/shared-page.ts';
import { heading } from './manager.ts';

test('Load more without a network reports it after the first try, and continues when the network is back', async ({
  page,
  context,
}) => {
  await signIn(page, ADMIN);
  for (const { address, row } of [
    { address: '/manager/books', row: 'tbody tr' },
    { address: '/app/books', row: 'main li' },
  ]) {
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
    if (address === '/manager/books') await again.click();
    await expect(page.locator(row)).toHaveCount(40);
  }
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
