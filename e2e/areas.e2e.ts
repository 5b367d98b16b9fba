import { changeSettings, staging } from '@bindery/tools/testing/browser/settings.ts';
import { signIn, USER } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect } from '@playwright/test';
import product from '#product';
import { homeOf, isOwn } from './support/own-pages.ts';
import { test } from './support/shared-page.ts';

test('a reader is welcomed, sees that the manager is not accessible or the network fails, and keeps the navigation when a page does not exist', async ({
  page,
  context,
}) => {
  await signIn(page, USER);
  if (!isOwn('/app')) {
    await page.goto('/app');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome /);
    await expect(page.getByText('No access')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Manager' })).toHaveCount(0);
    await expect(page).toHaveTitle(`Home · ${product.name}`);
    await context.setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('You are offline.')).toBeHidden();
  }
  for (const path of ['/app/no/such/page', '/no/such/page']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'This page could not be found' })).toBeVisible();
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Account' })).toBeVisible();
  }
});

test('any visitor is led home from a page that does not exist', async ({ page }) => {
  for (const path of ['/app/no/such/page', '/manager/no/such/page'])
    expect((await page.request.get(path)).status()).toBe(404);
  const response = await page.goto('/no/such/page');
  expect(response!.status()).toBe(404);
  await page.getByRole('link', { name: 'Go home' }).click();
  await expect(page).toHaveURL(homeOf('/login'));
});

test('any visitor sees the page reloaded once if its code is missing', async ({ page }) => {
  await page.goto('/login');
  await page.route('**/assets/login-error-page-*', (route) => route.abort());
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto('/login/error');
  await expect(page.getByRole('heading', { name: 'Something went wrong!' })).toBeVisible();
  expect(loads).toBe(2);

  await page.getByRole('button', { name: 'Show error' }).click();
  await expect(page.getByText(/dynamically imported module/)).toBeVisible();
  await page.unroute('**/assets/login-error-page-*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong', exact: true })).toBeVisible();
  await expect(page.getByText('Failed to login, please try again')).toBeVisible();
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('a page that is opened from another one is reloaded once too if its code is missing', async ({
  page,
}) => {
  await signIn(page, USER);
  await page.goto('/app');
  await page.route('**/assets/account-page-*', (route) => route.abort());
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong!' })).toBeVisible();
  expect(loads).toBe(1);
});

test('the name of an environment is shown on a solid band of its colour, in black or white', async ({
  page,
}) => {
  await changeSettings(page, staging);
  await page.goto('/login');
  const band = page.getByRole('complementary').filter({ hasText: 'Staging' });
  await expect(band).toHaveCSS('background-color', 'rgb(221, 160, 221)');
  const lightness = () =>
    band.evaluate((element) => {
      const canvas = document.createElement('canvas').getContext('2d')!;
      canvas.fillStyle = getComputedStyle(element).color;
      canvas.fillRect(0, 0, 1, 1);
      return canvas.getImageData(0, 0, 1, 1).data[0];
    });
  expect(await lightness()).toBe(0);
  await band.evaluate((element) => element.style.setProperty('--environment', '#7b2d5f'));
  expect(await lightness()).toBe(255);
});
