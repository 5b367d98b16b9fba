import { violations } from '@bindery/tools/testing/browser/axe.ts';
import { ADMIN, signIn, signInThrough } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect, type Page } from '@playwright/test';
import { test } from './support/shared-page.ts';
import { button, createUser, ownAddress, sessionOf, signedIn } from './support/users.ts';

/*
 * Component tests of frontend/engine/src/extensions/users test the panels, and API tests of
 * backend/engine/src/features/users what the server does.
 */

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text });

test.beforeEach(({ page }) => signIn(page, ADMIN));

test('an admin bans and impersonates a user, on pages that violate no accessibility rule', {
  tag: '@phone-only',
}, async ({ page, browser }) => {
  test.slow(true, 'axe reads four pages');
  await page.emulateMedia({ colorScheme: 'dark' });
  const { name: admin } = (await sessionOf(page.request)).user;
  const user = await createUser(page);
  const device = await signedIn(browser, user);
  await device.post('/api/auth/update-user', { data: { name: 'Grace Hopper' } });
  const check = async (what: string, onTop?: string) =>
    expect(await violations(page, onTop), what).toEqual([]);

  await page.goto(user.address);
  await button(page, 'Ban').click();
  const dialog = page.getByRole('dialog', { name: 'Ban Grace Hopper?' });
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await check('the dialog of a ban', 'dialog[open]');
  await dialog.getByLabel('Reason').fill('Sold borrowed books');
  await dialog.getByLabel('Last day of the ban').fill('2101-01-31');
  await dialog.getByRole('button', { name: 'Ban this person' }).click();
  await expect(toast(page, 'User banned')).toBeVisible();
  await expect(region(page, 'Account status').getByText('Banned until Jan 31, 2101')).toBeVisible();
  await expect(page.getByText('No user sessions')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Account status' })).toBeFocused();
  await check('a banned person');
  expect((await device.get('/api/account/sessions')).status()).toBe(401);
  await button(page, 'Lift the ban').click();
  await expect(toast(page, 'Ban lifted')).toBeVisible();
  await signInThrough(device, user.email);
  expect((await device.get('/api/account/sessions')).status()).toBe(200);

  await button(page, 'Impersonate').click();
  await page
    .getByRole('dialog', { name: 'Impersonate Grace Hopper?' })
    .getByRole('button', { name: 'Impersonate' })
    .click();
  const banner = page.getByRole('complementary', { name: 'Impersonation' });
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByText('Welcome Grace Hopper')).toBeVisible();
  const until = `${admin}, you are impersonating Grace Hopper until `;
  await expect(banner.getByText(until)).toHaveText(/ until \d+:\d+/);
  await check('acting as somebody else');
  for (const path of ['/no/such/page', '/manager/users']) {
    await page.goto(path);
    await expect(banner).toBeVisible();
  }
  // The logo of the error page is below the banner.
  const { y, height } = (await banner.boundingBox())!;
  const logo = page.locator('main svg[viewBox="0 0 32 32"]');
  expect((await logo.boundingBox({ timeout: 5_000 }))!.y).toBeGreaterThanOrEqual(y + height);
  await banner.getByRole('button', { name: 'Stop impersonating' }).click();
  await expect(page).toHaveURL(new RegExp(`${user.address}$`));
  await expect(heading(page)).toHaveText('Grace Hopper');
  await expect(banner).toHaveCount(0);
  await expect(page.getByText('Impersonated').first()).toBeVisible();

  await page.goto(`${await ownAddress(page)}/update`);
  await expect(page.getByLabel('Role')).toBeDisabled();
  await check('a role that stays as it is');
});

test('the list shows the whole address of a user beside whose name there is a status, and cuts a long name', {
  tag: '@phone-only',
}, async ({ page }) => {
  const end = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  const email = `grace.${end}`;
  await createUser(page, { email, name: 'Grace Hopper' });
  await createUser(page, { email: `long.${end}`, name: 'W'.repeat(255) });
  await page.goto(`/manager/users?searchTerm=${end}`);
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row.getByRole('rowheader')).toHaveText(/Grace Hopper\s*Not verified$/);
  const cut = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;
  expect(await row.getByText(email, { exact: true }).evaluate(cut)).toBe(0);
  await expect(page.getByRole('row').filter({ hasText: `long.${end}` })).toBeVisible();
  expect(await page.getByRole('table').locator('..').evaluate(cut)).toBe(0);
});
