import { expect, type Locator, type Page } from '@playwright/test';
import { mailedCode } from './sign-in.ts';

/** Locates the field for the code. */
export const codeField = (page: Page): Locator => page.getByLabel('6-digit code');

/** Requests a code on the open login page, and returns it. */
export async function askForCode(page: Page, email: string): Promise<string> {
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  return mailedCode(page, email);
}
