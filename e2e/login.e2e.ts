import { expect, type Page } from '@playwright/test';
import { changeSettings } from './support/settings.ts';
import { test } from './support/shared-page.ts';
import { ADMIN, mailedCode, newcomer, signIn, USER } from './support/sign-in.ts';

const codeField = (page: Page) => page.getByLabel('6-digit code');

async function askForCode(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  return mailedCode(page, email);
}

const wrongCode = (code: string) => (code === '000000' ? '111111' : '000000');

test.describe('the e-mail address', () => {
  test('must be there and be one', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();

    await page.getByLabel('Email').fill('ada');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Email is invalid')).toBeVisible();
  });
});

test.describe('the code', () => {
  test('is sent by itself when full, and leads to the page that was asked for', { tag: '@phone' }, async ({
    page,
  }) => {
    await page.goto('/app/account?state=change-name');
    await expect(page).toHaveURL(/\/login\?redirect=/);
    const code = await askForCode(page, newcomer());
    await codeField(page).pressSequentially(code);
    await expect(page).toHaveURL(/\/app\/account\?state=change-name$/);
  });

  test('may be pasted with a hyphen', async ({ page }) => {
    await page.goto('/login');
    const code = await askForCode(page, newcomer());
    await codeField(page).fill(`${code.slice(0, 3)}-${code.slice(3)}`);
    await expect(page).toHaveURL(/\/app$/);
  });

  test('is a long one once strangers have used up the short ones', async ({ page }) => {
    const json = { success: true, longCodeSeconds: 480 };
    await page.route('**/send-verification-otp', (route) => route.fulfill({ json }));
    await page.goto('/login');
    await page.getByLabel('Email').fill(newcomer());
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Long code');
    await expect(field).toBeVisible();
    await expect(page.getByText('The code expires in 8 minutes.')).toBeVisible();
    await expect(field).toBeFocused();

    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Code is required')).toBeVisible();
    await expect(field).toBeFocused();
    await field.fill('K7QM 2XRT 9WPD VHNB');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Code is invalid')).toBeVisible();
    await expect(page.getByText(/tr(y|ies)/)).toHaveCount(0);

    await page.reload();
    await expect(field).toBeVisible();
  });

  test('may be typed in Arabic digits, which run from left to right', { tag: '@phone' }, async ({ page }) => {
    const email = newcomer();
    await page.goto('/login?lng=ar');
    await page.getByLabel('البريد الإلكتروني').fill(email);
    await page.keyboard.press('Enter');
    const field = page.getByLabel('الرمز المكوّن من 6 أرقام');
    await expect(field).toBeVisible();
    const code = await mailedCode(page, email);
    const boxes = field.locator('xpath=following-sibling::span');
    const [first, last] = await Promise.all([boxes.first().boundingBox(), boxes.last().boundingBox()]);
    expect(first!.x).toBeLessThan(last!.x);

    await field.pressSequentially(code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!));
    await expect(page).toHaveURL(/\/app$/);
  });

  test('is not sent by itself again after a wrong one', async ({ page }) => {
    await page.goto('/login');
    const email = newcomer();
    const code = await askForCode(page, email);
    await codeField(page).pressSequentially(wrongCode(code));
    await expect(page.getByText('Code is invalid')).toBeVisible();
    await expect(codeField(page)).toBeFocused();
    await expect(page.getByText('2 tries are left.')).toBeVisible();

    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await codeField(page).fill(code);
    await expect(page.getByText('Code is invalid')).toBeHidden();
    expect(sent.filter((url) => url.includes('/sign-in/'))).toEqual([]);

    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  });

  test('must be there and have 6 digits', async ({ page }) => {
    await page.goto('/login/verify?email=ada@example.com');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Code is required')).toBeVisible();
    await codeField(page).fill('123');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Code should be 6 characters')).toBeVisible();
  });

  test('may be asked for anew after a wait that is counted down', async ({ page }) => {
    await page.clock.install();
    await page.goto('/login');
    await askForCode(page, newcomer());
    await expect(page.getByRole('button', { name: /New code in \d+ seconds/ })).toBeDisabled();
    await expect(page.getByText('The code expires in 5 minutes.')).toBeVisible();
    await page.clock.runFor(31_000);
    await expect(page.getByRole('button', { name: 'Send a new code' })).toBeEnabled();
    await page.clock.runFor(5 * 60_000);
    await expect(page.getByText('The code has expired. Ask for a new one.')).toBeVisible();
  });

  test('can be asked for where the page was opened without having asked', async ({ page }) => {
    const email = newcomer();
    await page.goto(`/login/verify?email=${email}`);
    await expect(page.getByText(`No code has been sent from here yet to ${email}`)).toBeVisible();
    await expect(page.getByText(/The code expires/)).toBeHidden();
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await expect(page.getByText(`We have sent a code to ${email}`)).toBeVisible();
    await expect(page.getByText('The code expires in 5 minutes.')).toBeVisible();
    await codeField(page).fill(await mailedCode(page, email));
    await expect(page).toHaveURL(/\/app$/);
  });

  test('is sent by itself though an incomplete one was tried before', async ({ page }) => {
    await page.goto('/login');
    const code = await askForCode(page, newcomer());
    await codeField(page).fill(code.slice(0, 3));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Code should be 6 characters')).toBeVisible();
    await codeField(page).pressSequentially(code.slice(3));
    await expect(page).toHaveURL(/\/app$/);
  });

  test('reddens its boxes when it is wrong, though it has the focus', async ({ page }) => {
    await page.goto('/login/verify?email=ada@example.com');
    const box = codeField(page).locator('xpath=following-sibling::span').nth(3);
    const border = () => box.evaluate((element) => getComputedStyle(element).borderColor);
    const before = await border();
    await codeField(page).fill('123');
    await page.keyboard.press('Enter');
    await expect(codeField(page)).toBeFocused();
    const message = page.getByText('Code should be 6 characters');
    const danger = await message.evaluate((element) => getComputedStyle(element).color);
    expect(await border()).toBe(danger);
    expect(before).not.toBe(danger);
    await codeField(page).fill('1234');
    await expect(message).toBeHidden();
    expect(await border()).toBe(before);
  });

  test('needs to know for which address', async ({ page }) => {
    await page.goto('/login/verify?email=nonsense&redirect=/app/account');
    await expect(page).toHaveURL(/\/login\?redirect=%2Fapp%2Faccount$/);
  });
});

test('a newcomer is asked for a name on the page they came for', async ({ page }) => {
  const email = newcomer();
  await page.goto('/login?redirect=/app/account');
  const code = await askForCode(page, email);
  await codeField(page).fill(code);
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  await expect(page).toHaveURL(/\/app\/account$/);

  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Welcome Ada Lovelace')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeFocused();
});

test.describe('a signed-in user', () => {
  test('is sent on from the login, admins to the manager', async ({ page }) => {
    await signIn(page, USER);
    await page.goto('/login');
    await expect(page).toHaveURL(/\/app$/);
    await page.goto('/login?redirect=/app/account');
    await expect(page).toHaveURL(/\/app\/account$/);

    await page.context().clearCookies();
    await signIn(page, ADMIN);
    await page.goto('/login');
    await expect(page).toHaveURL(/\/manager/);
  });

  for (const target of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/app',
    'javascript:alert(1)',
  ]) {
    test(`is never sent to ${target}`, async ({ page }) => {
      await signIn(page, USER);
      await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
      await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/app$/);
    });
  }
});

test.describe('a failed social sign-in', () => {
  const cases = [
    ['signup_disabled', 'Account not found', 'You need an account to login'],
    ['access_denied', 'Access Denied', 'Not able to login, please try again'],
    ['anything', 'Something went wrong', 'Failed to login, please try again'],
  ] as const;

  for (const [error, title, text] of cases) {
    test(`by ${error} says so`, async ({ page }) => {
      await page.goto(`/login/error?error=${error}`);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(page.getByText(text)).toBeVisible();
      await page.getByRole('link', { name: 'Back to login' }).click();
      await expect(page).toHaveURL(/\/login$/);
    });
  }
});

test('an unreachable server leaves what was entered, and says what to do', async ({ page, context }) => {
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

  test('one text says what holds with an account, and what without', async ({ page }) => {
    const email = newcomer();
    await page.goto('/login');
    await askForCode(page, email);
    const text = `If there is an account for ${email}, a code is on its way there. If none arrives, this address has no account`;
    await expect(page.getByText(text)).toBeVisible();
  });

  test('the right code for no account leads to the page that says so', async ({ page }) => {
    await page.route('**/api/auth/sign-in/email-otp', (route) =>
      route.fulfill({ status: 403, json: { code: 'ACCOUNT_NOT_FOUND', message: 'Account not found' } }),
    );
    await page.goto('/login/verify?email=ada@example.com');
    await codeField(page).fill('123456');
    await expect(page.getByRole('heading', { name: 'Account not found' })).toBeVisible();
    await expect(page.getByText('You need an account to login')).toBeVisible();
  });
});

test('the themes below the form break no word on a wide screen', async ({ page }) => {
  for (const language of ['en', 'fr', 'ar', 'sw']) {
    await page.goto(`/login?lng=${language}`);
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
