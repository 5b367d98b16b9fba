import { askForCode, codeField } from '@bindery/tools/testing/browser/ask-for-code.ts';
import { mailedCode, newcomer } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect } from '@playwright/test';
import { test } from './support/shared-page.ts';

const otherCode = (code: string) => (code === '000000' ? '111111' : '000000');

test('a complete code is sent automatically, and leads to the requested page', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/app/account?state=change-name');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  const code = await askForCode(page, newcomer());
  await codeField(page).pressSequentially(code);
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

test('the code may be typed in Arabic digits, which run from left to right', { tag: '@phone' }, async ({
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

test('the code may be requested again after a countdown', async ({ page }) => {
  await page.clock.install();
  await page.goto('/login');
  await askForCode(page, newcomer());
  await expect(page.getByText(/New code in \d+ seconds/)).toBeVisible();
  await expect(page.getByText('The code expires in 5 minutes.')).toBeVisible();
  await page.clock.runFor(31_000);
  await expect(page.getByRole('button', { name: 'Send a new code' })).toBeEnabled();
  await page.clock.runFor(5 * 60_000);
  await expect(page.getByText('The code has expired. Ask for a new one.')).toBeVisible();
});

test('the code can be requested if the page was opened without a request', async ({ page }) => {
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

test('the code must have 6 digits, and is sent automatically even after an incomplete attempt', async ({
  page,
}) => {
  await page.goto('/login');
  const code = await askForCode(page, newcomer());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Code is required')).toBeVisible();
  await codeField(page).fill(code.slice(0, 3));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Code should be 6 characters')).toBeVisible();
  await codeField(page).pressSequentially(code.slice(3));
  await expect(page).toHaveURL(/\/app$/);
});

test('an invalid code turns its boxes red, although it has the focus', async ({ page }) => {
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

test('the code requires an address', async ({ page }) => {
  await page.goto('/login/verify?email=nonsense&redirect=/app/account');
  await expect(page).toHaveURL(/\/login\?redirect=%2Fapp%2Faccount$/);
});
