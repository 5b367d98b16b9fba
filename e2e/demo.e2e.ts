import { changeSettings } from '@bindery/tools/testing/browser/settings.ts';
import { ADMIN, signIn, USER } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect } from '@playwright/test';
import { chooseInMenu } from './support/record-menu.ts';
import { test } from './support/shared-page.ts';

// Only the pages: backend/engine/src/kernel/http/demo.api.test.ts tests that the server of a demo rejects
// every write.
test('the sign-in of a demo names its accounts, and the demo rejects every change with a message', async ({
  page,
}) => {
  const settings = { isDemo: true, demoAccounts: [ADMIN, USER], supportUrl: 'mailto:help@example.com' };
  await changeSettings(page, settings);
  const json = { code: 'DEMO_MODE', message: 'Demo mode' };
  await page.route('**/send-verification-otp', (route) => route.fulfill({ status: 403, json }));
  await page.goto('/login');
  const field = page.getByLabel('Email');
  await page.getByRole('button', { name: USER }).click();
  await expect(field).toHaveValue(USER);
  await page.getByRole('button', { name: ADMIN }).click();
  await expect(field).toHaveValue(ADMIN);
  await expect(field).toBeFocused();
  await field.fill('somebody@example.com');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Demo Mode' });
  await expect(dialog.getByText('This is a read-only demo, this action is disabled.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await signIn(page, ADMIN);
  const written: string[] = [];
  page.on('request', (sent) => sent.method() !== 'GET' && written.push(sent.url()));
  await page.goto('/manager/users?searchTerm=user@example.com');
  await page.getByRole('main').getByRole('link', { name: 'User', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User');
  await chooseInMenu(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByText('This is a read-only demo, this action is disabled.')).toBeVisible();
  await expect(dialog.getByText('npm start')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'help@example.com' })).toBeVisible();
  expect(written).toEqual([]);
});
