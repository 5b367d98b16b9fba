import { ADMIN, mailedCode, newcomer, signIn, USER } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect, test } from '@playwright/test';
import { homeOf, isOwn } from './support/own-pages.ts';
import { chooseInMenu } from './support/record-menu.ts';
import { createUser } from './support/users.ts';

const noAccess = "You don't have access to this page";

// The server redirects from / in the same way.
test('Back leads an admin away again from the targets of /manager and /login', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/app/account');
  for (const address of ['/manager', '/login']) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/manager\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/app\/account$/);
  }
});

test('an admin finds both areas, and Back leads through the link between them too', async ({ page }) => {
  await signIn(page, ADMIN);
  test.skip(isOwn('/app'), 'the product has a custom home page');
  await page.goto('/app');
  await page.getByRole('main').getByRole('link', { name: 'Manager' }).click();
  await expect(page).toHaveURL(/\/manager\/dashboard$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/app$/);
});

test('"Go back" leads away from a page without access', async ({ page }) => {
  await signIn(page, USER);
  await page.goto('/app/account');
  await page.goto('/manager');
  await expect(page.getByRole('heading', { name: noAccess })).toBeVisible();
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(page).toHaveURL(/\/app\/account$/);
});

test('"Go back" also leads away from it after a sign-in on the way', async ({ page }) => {
  const email = newcomer();
  await page.goto('/manager/users');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await page.getByLabel('6-digit code').fill(await mailedCode(page, email));
  await expect(page.getByRole('heading', { name: noAccess })).toBeVisible();
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(page).toHaveURL(/\/app$/);
});

test('"Go back" leads home if there is no previous page', async ({ page, context }) => {
  await signIn(page, USER);
  await page.goto('/app');
  const opened = context.waitForEvent('page');
  await page.evaluate(() => open('/manager/users', '_blank', 'noopener'));
  const tab = await opened;
  await tab.getByRole('button', { name: 'Go back' }).click();
  await expect(tab).toHaveURL(homeOf('/app'));
});

test('Back leads from a record that was changed to the list as it was left, not to the form', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  const name = `Changed ${crypto.randomUUID()}`;
  await createUser(page, { name });
  const list = `/manager/users?searchTerm=${encodeURIComponent(name)}`;
  await page.goto(list);
  const link = page.getByRole('main').getByRole('link', { name }).first();
  const heading = page.getByRole('heading', { level: 1, name, exact: true });
  for (const way of ['Cancel', 'Save']) {
    await link.click();
    await heading.click();
    await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('main').getByText(way, { exact: true }).click();
    await expect(heading).toBeVisible();
    await expect(page).toHaveURL(/\/manager\/users\/[\w-]+$/);
    await page.goBack();
    await expect(link).toBeVisible();
    expect(page.url()).toContain('searchTerm=');
  }
  await page.getByRole('link', { name: 'New user' }).click();
  await page.getByRole('main').getByText('Cancel', { exact: true }).click();
  await expect(link).toBeVisible();
  expect(page.url()).toContain('searchTerm=');
});

test('the deletion of a record leads to the list with the search that it was found with, and Back to before it', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  const name = `Deleted ${crypto.randomUUID()}`;
  await createUser(page, { name });
  await page.goto(`/manager/users?searchTerm=${encodeURIComponent(name)}`);
  await page.getByRole('main').getByRole('link', { name }).first().click();
  await page.getByRole('heading', { level: 1, name, exact: true }).click();
  await chooseInMenu(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/manager\/users\?searchTerm=/);
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
});
