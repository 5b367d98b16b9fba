/**
 * Tests of a product in the browser, with Playwright: of every page, and helpers for your own.
 * @example
 * import { signIn, USER, violations } from '@bindery/tools/browser';
 * import { expect, test } from '@playwright/test';
 *
 * test('the home page is accessible', async ({ page }) => {
 *   await signIn(page, USER);
 *   await page.goto('/app');
 *   expect(await violations(page)).toEqual([]);
 * });
 */
export { type Violation, violations } from '../testing/browser/axe.ts';
export { ADMIN, mailedCode, newcomer, signIn, signInThrough, USER } from '../testing/browser/sign-in.ts';
export { testEveryPage } from '../testing/browser/test-every-page.ts';
export type { View, Visitor } from '../testing/browser/views.ts';
