import { newcomer, signInThrough } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect } from '@playwright/test';
import { test } from './support/shared-page.ts';
import { button, sessionOf } from './support/users.ts';

test('an action that needs a fresh session leads to signing in again, and back to the input', async ({
  page,
}) => {
  const email = newcomer();
  await signInThrough(page.request, email);
  await page.request.post('/api/auth/update-user', { data: { name: 'Grace Hopper' } });
  await page.route('**/api/auth/email-otp/request-email-change', (route) =>
    route.fulfill({ status: 403, json: { code: 'SESSION_EXPIRED', message: 'Session expired.' } }),
  );
  await page.goto('/app/account');
  await button(page, 'Change email').click();
  await page.getByLabel('New email address').fill('grace@example.com');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog.getByText('Session expired. Re-authenticate to perform this action.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fapp%2Faccount$/);
  expect(await sessionOf(page.request)).toBeNull();
  await signInThrough(page.request, email);
  await page.reload();
  await expect(page).toHaveURL(/\/app\/account$/);
  await expect(page.getByLabel('New email address')).toHaveValue('grace@example.com');
});
