import { askForCode, codeField } from '@bindery/tools/testing/browser/ask-for-code.ts';
import { changeSettings } from '@bindery/tools/testing/browser/settings.ts';
import { newcomer, USER } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect } from '@playwright/test';
import { test } from './support/shared-page.ts';

test('a newcomer pastes the code with a hyphen, and is asked for a name on the requested page', async ({
  page,
}) => {
  const email = newcomer();
  await page.goto('/login?redirect=/app/account');
  const code = await askForCode(page, email);
  await codeField(page).fill(`${code.slice(0, 3)}-${code.slice(3)}`);
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/account$/);
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog', { name: 'Sign out?' }).getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Welcome Ada Lovelace')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeFocused();
});

test('the address is required and must be valid, and an unreachable server leaves it unchanged', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('ada');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Email is invalid')).toBeVisible();

  await context.setOffline(true);
  await page.getByLabel('Email').fill(USER);
  await page.keyboard.press('Enter');
  await expect(page.getByText('There is no connection to the server.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(USER);
  await context.setOffline(false);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
});

test('while sign-up is closed, one text explains the sign-in with and without an account, which a valid code needs', async ({
  page,
}) => {
  await changeSettings(page, { signUp: false });
  await page.route('**/api/auth/sign-in/email-otp', (route) =>
    route.fulfill({ status: 403, json: { code: 'ACCOUNT_NOT_FOUND', message: 'Account not found' } }),
  );
  const email = newcomer();
  await page.goto('/login');
  const code = await askForCode(page, email);
  const text = `If there is an account for ${email}, a code is on its way there. If none arrives, this address has no account`;
  await expect(page.getByText(text)).toBeVisible();
  await codeField(page).fill(code);
  await expect(page.getByRole('heading', { name: 'Account not found' })).toBeVisible();
  await expect(page.getByText('You need an account to login')).toBeVisible();
});

test('the theme switch below the form breaks no word on a wide screen', async ({ page }) => {
  await page.goto('/login');
  for (const language of ['en', 'fr', 'ar', 'sw']) {
    await page.locator('select').selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const options = page.getByRole('group').locator('label');
    await expect(options).toHaveCount(3);
    const broken = await options.evaluateAll((labels) =>
      labels.flatMap((label) => {
        const range = document.createRange();
        range.selectNodeContents(label.lastChild!);
        const words = label.textContent.trim().split(' ');
        return range.getClientRects().length > words.length ? label.textContent : [];
      }),
    );
    expect({ language, broken }).toEqual({ language, broken: [] });
  }
});
