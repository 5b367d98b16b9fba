import { ADMIN, signIn } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect } from '@playwright/test';
import { test } from './support/shared-page.ts';

test('a shortcut works as soon as its page is visible', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('h1')) return;
      observer.disconnect();
      const pressed = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new KeyboardEvent('keydown', pressed));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto('/manager');
  await expect(page.getByRole('combobox')).toBeFocused();
});
