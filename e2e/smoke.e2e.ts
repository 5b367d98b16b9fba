import { expect, test } from '@playwright/test';

test('a visitor is led to the sign-in page', async ({ page }) => {
  await page.goto('/');

  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('textbox')).toBeVisible();
});
