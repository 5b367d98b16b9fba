import { longAddress } from '@bindery/tools/testing/browser/long-data.ts';
import { ADMIN_ROLE, roleLabel, USER_ROLE } from '@bindery/tools/testing/browser/roles.ts';
import { ADMIN, newcomer, signIn, signInThrough, USER } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect, type Page } from '@playwright/test';
import { chooseInMenu } from './support/record-menu.ts';
import { test } from './support/shared-page.ts';
import { button, createUser, ownAddress, sessionOf, signedIn } from './support/users.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text });

test.beforeEach(({ page }) => signIn(page, ADMIN));

test('users are listed, found by their address and opened', async ({ page }) => {
  await page.goto('/manager/users');
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(20);
  const search = page.getByRole('searchbox', { name: 'Search', exact: true });
  await search.fill('zzzzzz');
  await expect(page.getByText('No results for the search term')).toBeVisible();
  await button(page, 'Clear the search').first().click();
  await expect(page).toHaveURL(/\/manager\/users$/);
  await expect(rows).toHaveCount(20);
  await search.fill(USER);
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/searchTerm=user/);
  await rows.getByRole('link').click();
  // People are called by their names, here and in the list.
  await expect(heading(page)).toHaveText('User');
  await expect(page.locator('main header').getByText(USER)).toBeVisible();
  const facts = region(page, 'Account status').getByRole('definition');
  // The last two are the day of the onboarding and the time of the last request.
  await expect(facts).toHaveText([roleLabel(USER_ROLE), 'Verified', /^[A-Z][a-z]{2} \d+, \d{4}$/, /.+/]);
});

test.describe('a new user', () => {
  test('needs an unused email address', async ({ page }) => {
    const email = newcomer();
    await page.goto('/manager/users/new');
    await page.getByLabel('Email').fill(USER.toUpperCase());
    await page.getByLabel('Name').fill('Grace Hopper');
    await button(page, 'Create').click();
    await expect(page.getByText('User already exists')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();

    await page.getByLabel('Email').fill(email);
    await button(page, 'Create').click();
    await expect(toast(page, 'User created')).toBeVisible();
    await expect(heading(page)).toHaveText('Grace Hopper');
    await expect(region(page, 'Account status').getByRole('definition')).toHaveText([
      ...[roleLabel(USER_ROLE), 'Not verified', 'Not yet', 'No session'],
    ]);
    await expect(page.getByText('No user sessions')).toBeVisible();
  });
});

test('another role applies to the next request', async ({ page, browser }) => {
  const user = await createUser(page);
  const device = await signedIn(browser, user);
  expect((await device.get('/api/users')).status()).toBe(403);

  await page.goto(`${user.address}/update`);
  await page.getByLabel('Role').press('ArrowDown');
  await page.getByTitle(roleLabel(ADMIN_ROLE), { exact: true }).click();
  await button(page, 'Save').click();
  await expect(toast(page, 'User updated')).toBeVisible();
  await expect(page.getByRole('main').getByText(roleLabel(ADMIN_ROLE)).first()).toBeVisible();
  expect((await device.get('/api/users')).status()).toBe(200);
});

test.describe('the sessions of a user', () => {
  test('are shown five at a time and ended one by one or all at once, and stay listed if that fails', async ({
    page,
    browser,
  }) => {
    const user = await createUser(page);
    const devices = [];
    for (let signIns = 0; signIns < 6; signIns++) devices.push(await signedIn(browser, user));
    await page.goto(user.address);
    const sessions = region(page, 'Sessions');
    await expect(sessions.getByRole('listitem')).toHaveCount(5);
    await sessions.getByRole('button', { name: 'Show more sessions' }).click();
    await expect(sessions.getByRole('listitem')).toHaveCount(6);

    await page.route('**/sessions**', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 400, json: {} }) : route.fallback(),
    );
    const newest = sessions.getByRole('listitem').first();
    await newest.getByRole('button', { name: 'Revoke' }).click();
    await expect(toast(page, 'Failed to revoke session')).toBeVisible();
    await button(page, 'Revoke all sessions').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke all' }).click();
    await expect(toast(page, 'Failed to revoke all sessions')).toBeVisible();
    await expect(sessions.getByRole('listitem')).toHaveCount(6);
    await page.unroute('**/sessions**');

    await expect(newest.getByText(/Last seen .+ · this machine/)).toBeVisible();
    await expect(newest.getByText(/^.*Expires .+/)).toBeVisible();
    await newest.getByRole('button', { name: 'Revoke' }).click();
    await expect(sessions.getByRole('listitem')).toHaveCount(5);
    await expect(sessions.getByRole('heading')).toBeFocused();
    expect(await sessionOf(devices[5]!)).toBeNull();
    expect(await sessionOf(devices[4]!)).not.toBeNull();

    await button(page, 'Revoke all sessions').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke all' }).click();
    await expect(page.getByText('No user sessions')).toBeVisible();
    for (const device of devices) expect(await sessionOf(device)).toBeNull();
  });
});

test('a ban ends the sessions of a user at once, until it is lifted', async ({ page, browser }) => {
  const user = await createUser(page);
  const device = await signedIn(browser, user);
  await page.goto(user.address);
  await button(page, 'Ban').click();
  const dialog = page.getByRole('dialog', { name: `Ban ${user.email}?` });
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('Sold borrowed books');
  await dialog.getByLabel('Last day of the ban').fill('next Monday');
  await dialog.getByRole('button', { name: 'Ban this person' }).click();
  // An invalid end is not a permanent ban.
  await expect(dialog.getByText('A date is incomplete or does not exist')).toBeVisible();
  await dialog.getByLabel('Last day of the ban').fill('01/31/2001');
  await dialog.getByRole('button', { name: 'Ban this person' }).click();
  await expect(dialog.getByText('This day has already passed')).toBeVisible();
  await dialog.getByLabel('Last day of the ban').fill('2101-01-31');
  await dialog.getByRole('button', { name: 'Ban this person' }).click();

  await expect(toast(page, 'User banned')).toBeVisible();
  await expect(region(page, 'Account status').getByText('Banned until Jan 31, 2101')).toBeVisible();
  await expect(region(page, 'Account status').getByText('Sold borrowed books')).toBeVisible();
  await expect(page.getByText('No user sessions')).toBeVisible();
  await expect(button(page, 'Impersonate')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Account status' })).toBeFocused();
  expect((await device.get('/api/account/sessions')).status()).toBe(401);

  await button(page, 'Lift the ban').click();
  await expect(toast(page, 'Ban lifted')).toBeVisible();
  await expect(button(page, 'Ban')).toBeVisible();
  await signInThrough(device, user.email);
  expect((await device.get('/api/account/sessions')).status()).toBe(200);
});

test('an admin impersonates a user, sees it on every page, and stops', async ({ page, browser }) => {
  const { name: admin } = (await sessionOf(page.request)).user;
  const user = await createUser(page);
  const device = await signedIn(browser, user);
  await device.post('/api/auth/update-user', { data: { name: 'Grace Hopper' } });
  await page.goto(user.address);
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
  for (const path of ['/app/account', '/manager/users', '/no/such/page']) {
    await page.goto(path);
    await expect(banner).toBeVisible();
  }
  await page.goto('/manager/users');
  // The logo of the error page is below the banner.
  const { y, height } = (await banner.boundingBox())!;
  const logo = page.locator('main svg[viewBox="0 0 32 32"]');
  expect((await logo.boundingBox({ timeout: 5_000 }))!.y).toBeGreaterThanOrEqual(y + height);
  await banner.getByRole('button', { name: 'Stop impersonating' }).click();
  await expect(page).toHaveURL(new RegExp(`${user.address}$`));
  await expect(heading(page)).toHaveText('Grace Hopper');
  await expect(banner).toHaveCount(0);
  await expect(page.getByText('Impersonated').first()).toBeVisible();
});

test('the session of an admin is restored when impersonation expires', async ({ page }) => {
  const user = await createUser(page);
  const init = await (await page.request.get('/api/fn/init')).json();
  await page.clock.install();
  await page.goto(user.address);
  await button(page, 'Impersonate').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Impersonate' }).click();
  const banner = page.getByRole('complementary', { name: 'Impersonation' });
  await expect(banner).toBeVisible();

  // The server's clock cannot be changed, so its response is mocked.
  await page.route('**/api/fn/init*', (route) => route.fulfill({ json: init }));
  await page.clock.fastForward('59:00');
  await expect(banner).toBeVisible();
  await page.clock.fastForward('01:01');
  await expect(page).toHaveURL(new RegExp(`${user.address}$`));
});

test('a user is deleted after confirmation, and disappears from the list', async ({ page }) => {
  const user = await createUser(page);
  await page.goto(user.address);
  await page.route(`**/api/users/${user.id}`, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 400, json: {} }) : route.fallback(),
  );
  const dialog = page.getByRole('dialog', { name: `Delete “${user.email}”?` });
  await chooseInMenu(page, 'Delete');
  await expect(dialog.getByText('You can undo it right afterwards')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Failed to delete the user')).toBeVisible();

  await page.unroute(`**/api/users/${user.id}`);
  await chooseInMenu(page, 'Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'User deleted')).toBeVisible();
  await page.goto(`/manager/users?searchTerm=${user.email}`);
  await expect(page.getByText('No results for the search term')).toBeVisible();
});

test('no user bans, impersonates, deletes or demotes themself', async ({ page }) => {
  const address = await ownAddress(page);
  await page.goto(address);
  await expect(region(page, 'Sessions').getByText('This device')).toBeVisible();
  for (const name of ['Ban', 'Impersonate', 'Revoke all sessions'])
    await expect(button(page, name)).toHaveCount(0);
  await button(page, 'More actions').click();
  await expect(page.getByRole('menuitem')).toHaveText(['Duplicate', 'Copy the link']);

  await page.goto(`${address}/update`);
  await expect(page.getByLabel('Role')).toBeDisabled();
  await expect(page.getByText('You cannot change your own role')).toBeVisible();
});

test.describe('on a phone', () => {
  const phone = { width: 390, height: 844 };

  test('the list shows the whole address of a user beside whose name there is a status, and cuts a long name', async ({
    page,
  }) => {
    const end = `${crypto.randomUUID().slice(0, 8)}@example.com`;
    const email = `grace.${end}`;
    await createUser(page, { email, name: 'Grace Hopper' });
    await createUser(page, { email: `long.${end}`, name: 'W'.repeat(255) });
    await page.setViewportSize(phone);
    await page.goto(`/manager/users?searchTerm=${end}`);
    const row = page.getByRole('row').filter({ hasText: email });
    await expect(row.getByRole('rowheader')).toHaveText(/Grace Hopper\s*Not verified$/);
    const cut = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;
    expect(await row.getByText(email, { exact: true }).evaluate(cut)).toBe(0);
    await expect(page.getByRole('row').filter({ hasText: `long.${end}` })).toBeVisible();
    expect(await page.getByRole('table').locator('..').evaluate(cut)).toBe(0);
  });

  test('fonts that arrive late do not move the page of a user with a long address', async ({
    page,
    browser,
  }) => {
    const user = await createUser(page, { email: longAddress(), name: 'Grace Hopper' });
    // The browser's cache has the fonts of other pages.
    const context = await browser.newContext({ viewport: phone });
    const first = await context.newPage();
    await signIn(first, ADMIN);
    const held = Promise.withResolvers<void>();
    await first.route('**/*.woff2', async (route) => {
      await held.promise;
      await route.continue();
    });
    // Its load ends with that of the fonts.
    await first.goto(user.address, { waitUntil: 'commit' });
    const top = async () => (await region(first, 'Account status').boundingBox())!.y;
    await expect(region(first, 'Account status')).toBeVisible();
    const before = await top();
    held.resolve();
    await first.evaluate(async () => void (await document.fonts.ready));
    expect(await top()).toBe(before);
    await context.close();
  });
});
