import { askForCode, codeField } from '@bindery/tools/testing/browser/ask-for-code.ts';
import { changeSettings } from '@bindery/tools/testing/browser/settings.ts';
import { newcomer, USER } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect } from '@playwright/test';
import { test } from './support/shared-page.ts';

test.describe('the email address', () => {
  test('is required and must be valid', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();

    await page.getByLabel('Email').fill('ada');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Email is invalid')).toBeVisible();
  });
});

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

test('a failed social sign-in says why, as far as the reason is known', async ({ page }) => {
  for (const [error, title, text] of [
    ['signup_disabled', 'Account not found', 'You need an account to login'],
    ['access_denied', 'Access Denied', 'Not able to login, please try again'],
    ['anything', 'Something went wrong', 'Failed to login, please try again'],
  ] as const) {
    await page.goto(`/login/error?error=${error}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await expect(page).toHaveURL(/\/login$/);
  }
});

test('an unreachable server leaves the input unchanged, and the page says what to do', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel('Email').fill(USER);
  await page.keyboard.press('Enter');
  await expect(page.getByText('There is no connection to the server.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(USER);
  await context.setOffline(false);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
});

test.describe('while sign-up is closed', () => {
  test.beforeEach(({ page }) => changeSettings(page, { signUp: false }));

  test('one text explains the sign-in with and without an account', async ({ page }) => {
    const email = newcomer();
    await page.goto('/login');
    await askForCode(page, email);
    const text = `If there is an account for ${email}, a code is on its way there. If none arrives, this address has no account`;
    await expect(page.getByText(text)).toBeVisible();
  });

  test('a valid code without an account leads to the page that says so', async ({ page }) => {
    await page.route('**/api/auth/sign-in/email-otp', (route) =>
      route.fulfill({ status: 403, json: { code: 'ACCOUNT_NOT_FOUND', message: 'Account not found' } }),
    );
    await page.goto('/login/verify?email=ada@example.com');
    await codeField(page).fill('123456');
    await expect(page.getByRole('heading', { name: 'Account not found' })).toBeVisible();
    await expect(page.getByText('You need an account to login')).toBeVisible();
  });
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
