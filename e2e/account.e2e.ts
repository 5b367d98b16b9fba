import { mailedCode, newcomer, signIn, signInThrough } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect } from '@playwright/test';
import { test } from './support/shared-page.ts';

test.describe('an account', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, newcomer());
    await page.request.post('/api/auth/update-user', { data: { name: 'Ada' } });
  });

  test('names the machine of a session, and changes its name in a drawer, which restores the focus and reports a failure', {
    tag: '@phone-only',
  }, async ({ page }) => {
    await page.goto('/app/account?state=change-name');
    const drawer = page.getByRole('dialog', { name: 'Change your name' });
    await expect(drawer.getByLabel('Name')).toBeFocused();
    await drawer.getByLabel('Name').fill('');
    await page.keyboard.press('Enter');
    await expect(drawer.getByText('Name is required')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    // Not its network address.
    await expect(page.getByText(/Active now · this machine/)).toBeVisible();
    await page.getByRole('button', { name: 'Change name' }).click();
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('button', { name: 'Change name' })).toBeFocused();

    await page.keyboard.press('Enter');
    await page.route('**/api/auth/update-user', (route) => route.fulfill({ status: 500, json: {} }));
    await drawer.getByLabel('Name').fill('Ada Lovelace');
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-sonner-toast]')).toContainText('Failed to update your name');
    await expect(drawer.getByRole('status')).toContainText('Failed to update your name');
    await expect(drawer.getByLabel('Name')).toHaveValue('Ada Lovelace');
    await page.unroute('**/api/auth/update-user');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Name updated')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
    await expect(page).toHaveURL(/\/app\/account$/);
  });

  test('changes its address with a code that is sent to the new one, and no longer exists after it was deleted', async ({
    page,
  }) => {
    const address = newcomer();
    await page.goto('/app/account');
    await page.getByRole('button', { name: 'Change email' }).click();
    const drawer = page.getByRole('dialog', { name: 'Change your email address' });
    await drawer.getByLabel('New email address').fill(address);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`newEmail=${encodeURIComponent(address)}`));
    const code = await mailedCode(page, address);
    await drawer.getByLabel('6-digit code').fill(code === '000000' ? '111111' : '000000');
    await page.keyboard.press('Enter');
    await expect(drawer.getByText('The code expires in 5 minutes. 2 tries are left.')).toBeVisible();
    await drawer.getByLabel('6-digit code').fill(code);
    await drawer.getByRole('button', { name: 'Change address' }).click();
    await expect(page.getByText('Email address updated')).toBeVisible();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('main').getByText(address)).toBeVisible();

    await page.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByText('This cannot be undone.')).toBeVisible();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await expect(page.getByText('Your account has been deleted')).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
  });

  test('is a list of settings, in which nothing but deleting is red, on the narrowest phone', {
    tag: '@phone-only',
  }, async ({ page, browser }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.request.post('/api/auth/update-user', { data: { name: 'n'.repeat(255) } });
    const { user } = await (await page.request.get('/api/auth/get-session')).json();
    const device = await browser.newContext({ baseURL: new URL(page.url()).origin });
    await signInThrough(device.request, user.email);
    await device.close();
    await page.goto('/app/account?lng=fr');
    const main = page.getByRole('main');
    const row = (name: string) => main.getByRole('button', { name, exact: true });
    await expect(row('Se déconnecter partout ailleurs')).toBeVisible();
    const box = async (name: string) => (await row(name).boundingBox())!;
    const edit = await box('Modifier le nom');
    const signOut = await box('Se déconnecter');
    for (const one of [edit, signOut, await box('Supprimer mon compte')]) {
      expect(one.height).toBeGreaterThanOrEqual(44);
      expect(one.width).toBe(edit.width);
    }
    // Apart from the edits: other sections are between them.
    expect(signOut.y).toBeGreaterThan((await main.getByRole('list').last().boundingBox())!.y);
    const sessions = main.getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    const [session, end] = await Promise.all([
      sessions.last().boundingBox(),
      sessions
        .last()
        .getByRole('button', { name: /^Déconnecter / })
        .boundingBox(),
    ]);
    // Beside its session, not below it.
    expect(end!.y).toBeLessThan(session!.y + session!.height / 2);
    expect(end!.width).toBeGreaterThanOrEqual(44);
    const colors = await main
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => [one.textContent, getComputedStyle(one).color] as const));
    const [, red] = colors.find(([text]) => text === 'Supprimer mon compte')!;
    expect(colors.filter(([, color]) => color === red)).toHaveLength(1);
    const [wide, visible] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return [scrollWidth, clientWidth];
    });
    expect(wide).toBe(visible);
  });

  test('has the same language and theme on other devices', async ({ page, browser }) => {
    await page.goto('/app/account');
    await page.getByText('Dark').click();
    await expect(page.locator('html')).toHaveClass('dark');
    await page.getByLabel('Language').selectOption('العربية');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('الحساب');
    await expect
      .poll(async () => (await (await page.request.get('/api/fn/init?_serverFn=1')).json()).session.user)
      .toMatchObject({ language: 'ar', theme: 'dark' });

    const { origin } = new URL(page.url());
    const device = await browser.newContext({
      baseURL: origin,
      storageState: await page.context().storageState({}),
    });
    await device.clearCookies({ name: 'i18next' });
    const other = await device.newPage();
    await other.addInitScript(() => localStorage.clear());
    await other.goto('/app/account');
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('الحساب');
    await expect(other.locator('html')).toHaveClass('dark');
    await device.close();
  });

  test('asks before it signs out, reports a failure, and is signed out in all tabs within a second', async ({
    page,
    context,
  }) => {
    const other = await context.newPage();
    await other.goto('/app');
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Welcome Ada');
    await page.goto('/app/account');
    const signOut = page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true });
    await signOut.click();
    const dialog = page.getByRole('dialog', { name: 'Sign out?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();

    await page.evaluate(() => localStorage.setItem('own notes', 'kept until sign-out'));
    await context.setOffline(true);
    await signOut.click();
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByText('Failed to Sign Out')).toBeVisible();
    await context.setOffline(false);
    await signOut.click();
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(other).toHaveURL(/\/login\?redirect=%2Fapp$/, { timeout: 1000 });
    await expect(other.getByText('Ada')).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('own notes'))).toBeNull();
    await other.close();
  });
});
