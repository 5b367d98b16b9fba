import type { Page } from '@playwright/test';

/** Opens the menu of a list or of a record, and follows one of its items. */
export async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}
