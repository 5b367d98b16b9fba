import { mailedCode, newcomer, signInThrough } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect, type Page } from '@playwright/test';
import { test } from './support/shared-page.ts';

const accountLanguage = async (page: Page) =>
  (await (await page.request.get('/api/fn/init')).json()).session?.user.language;

const storedLanguage = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'i18next')?.value;

/** A user who chose Swahili on another device. */
async function swahiliSpeaker(page: Page): Promise<string> {
  const email = newcomer();
  await signInThrough(page.request, email);
  await page.request.post('/api/auth/update-user', { data: { name: 'Ada', language: 'sw' } });
  await page.context().clearCookies();
  return email;
}

/** Signs in again through the page, after a number of earlier codes. */
async function signInWithCode(page: Page, email: string, earlier = 1) {
  await page.locator('input[name=email]').fill(email);
  await page.keyboard.press('Enter');
  await page.locator('input[autocomplete=one-time-code]').fill(await mailedCode(page, email, { earlier }));
  await expect(page).toHaveURL(/\/app/);
}

const language = (page: Page) => expect(page.locator('html'));

test('the language of a link applies to the visit, and never changes the language of the account', async ({
  page,
}) => {
  const email = await swahiliSpeaker(page);
  await page.goto('/login?lng=fr');
  await signInWithCode(page, email);
  await language(page).toHaveAttribute('lang', 'fr');

  await page.goto('/app?lng=ar');
  await language(page).toHaveAttribute('lang', 'ar');
  await page.goto('/app/account');
  await language(page).toHaveAttribute('lang', 'ar');
  // Until the browser is closed; then the previous choice applies again.
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'visit-language')).toMatchObject({ value: 'ar', expires: -1 });
  expect(cookies.find(({ name }) => name === 'i18next')).toBeUndefined();
  expect(await accountLanguage(page)).toBe('sw');
  await page.context().clearCookies({ name: 'visit-language' });
  await page.reload();
  await language(page).toHaveAttribute('lang', 'sw');
});

test('the language of the account applies after signing in, unless one was chosen before, which is then stored', async ({
  page,
}) => {
  const email = await swahiliSpeaker(page);
  await page.goto('/login');
  await language(page).toHaveAttribute('lang', 'en');
  expect(await storedLanguage(page)).toBeUndefined();
  await signInWithCode(page, email);
  await language(page).toHaveAttribute('lang', 'sw');
  await page.reload();
  await language(page).toHaveAttribute('lang', 'sw');

  await page.context().clearCookies();
  await page.goto('/login');
  await page.locator('select').selectOption('fr');
  await language(page).toHaveAttribute('lang', 'fr');
  await signInWithCode(page, email, 2);
  await expect.poll(() => accountLanguage(page)).toBe('fr');
});
