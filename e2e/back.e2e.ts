import { ADMIN, mailedCode, newcomer, signIn } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect, test } from '@playwright/test';
import { isOwn } from './support/own-pages.ts';

/*
 * Not in a shared page, which has the history of other tests. How the pages of records are left is in
 * books/manager.e2e.ts.
 */

// The server redirects from /manager and / in the same way.
test('Back leads an admin away again from the target of /login, and through the link between the areas', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/app/account');
  await page.goto('/login');
  await expect(page).toHaveURL(/\/manager\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/app\/account$/);

  if (isOwn('/app')) return;
  await page.goto('/app');
  await page.getByRole('main').getByRole('link', { name: 'Manager' }).click();
  await expect(page).toHaveURL(/\/manager\/dashboard$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/app$/);
});

test('"Go back" leads away from a page without access, also after a sign-in on the way', async ({ page }) => {
  const email = newcomer();
  const noAccess = page.getByRole('heading', { name: "You don't have access to this page" });
  await page.goto('/manager/users');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await page.getByLabel('6-digit code').fill(await mailedCode(page, email));
  await expect(noAccess).toBeVisible();
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(page).toHaveURL(/\/app$/);

  await page.goto('/app/account');
  await page.goto('/manager');
  await expect(noAccess).toBeVisible();
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(page).toHaveURL(/\/app\/account$/);
});
