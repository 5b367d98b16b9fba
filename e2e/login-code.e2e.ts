import { askForCode, codeField } from '@bindery/tools/testing/browser/ask-for-code.ts';
import { mailedCode, newcomer } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect } from '@playwright/test';
import { test } from './support/shared-page.ts';

const otherCode = (code: string) => (code === '000000' ? '111111' : '000000');

test('a code must have 6 digits, is sent automatically once it has, and leads to the requested page', {
  tag: '@phone-only',
}, async ({ page }) => {
  await page.goto('/app/account?state=change-name');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  const code = await askForCode(page, newcomer());
  const box = codeField(page).locator('xpath=following-sibling::span').nth(3);
  const border = () => box.evaluate((element) => getComputedStyle(element).borderColor);
  const before = await border();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Code is required')).toBeVisible();
  await codeField(page).fill(code.slice(0, 3));
  await page.keyboard.press('Enter');
  const message = page.getByText('Code should be 6 characters');
  await expect(message).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  // Its boxes are red, although it has the focus.
  const danger = await message.evaluate((element) => getComputedStyle(element).color);
  expect(await border()).toBe(danger);
  expect(before).not.toBe(danger);
  await codeField(page).pressSequentially(code.slice(3, 4));
  await expect(message).toBeHidden();
  expect(await border()).toBe(before);
  await codeField(page).pressSequentially(code.slice(4));
  await expect(page).toHaveURL(/\/app\/account\?state=change-name$/);
});

test('the code is a long one after strangers have used up the short ones', async ({ page }) => {
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

test('the code may be typed in Arabic digits, which run from left to right', { tag: '@phone-only' }, async ({
  page,
}) => {
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

test('an invalid code costs one try, however often it is sent, and the next one is not sent automatically', async ({
  page,
}) => {
  await page.goto('/login');
  const code = await askForCode(page, newcomer());
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('/sign-in/') && sent.push(request.url()));
  await codeField(page).pressSequentially(otherCode(code));
  // While the first is pending, and after it was rejected.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 tries are left.')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Code is invalid')).toBeVisible();
  await expect(page.getByText('2 tries are left.')).toBeVisible();
  await expect(codeField(page)).toBeFocused();

  // Replaces the invalid one.
  await page.keyboard.type(code);
  await expect(codeField(page)).toHaveValue(code);
  await expect(page.getByText('Code is invalid')).toBeHidden();
  expect(sent).toHaveLength(1);

  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
});

test('a code is requested on a page that was opened without one, and again after a countdown', async ({
  page,
}) => {
  const email = newcomer();
  await page.clock.install();
  // It requires an address.
  await page.goto('/login/verify?email=nonsense&redirect=/app/account');
  await expect(page).toHaveURL(/\/login\?redirect=%2Fapp%2Faccount$/);
  await page.goto(`/login/verify?email=${email}`);
  await expect(page.getByText(`No code has been sent from here yet to ${email}`)).toBeVisible();
  await expect(page.getByText(/The code expires/)).toBeHidden();
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByText(`We have sent a code to ${email}`)).toBeVisible();
  await expect(page.getByText('The code expires in 5 minutes.')).toBeVisible();
  await expect(page.getByText(/New code in \d+ seconds/)).toBeVisible();
  await page.clock.runFor(31_000);
  await expect(page.getByRole('button', { name: 'Send a new code' })).toBeEnabled();
  await page.clock.runFor(5 * 60_000);
  await expect(page.getByText('The code has expired. Ask for a new one.')).toBeVisible();
});
