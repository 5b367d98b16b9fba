import { expect } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { test } from '../support/shared-page.ts';
import { ADMIN, signIn } from '../support/sign-in.ts';
import { makeBook, newTitle, rows, toast } from './manager.ts';

test('two users who edit a book in the list at once decide by field, and nothing is overwritten unseen', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, ADMIN);
  const title = newTitle('Waiting');
  const { id, address } = await makeBook(page, title);
  const other = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await signIn(other, ADMIN);

  await page.goto(`/manager/books?searchTerm=${encodeURIComponent(title)}`);
  await expect(rows(page)).toHaveCount(1);
  await page.goto(`/manager/books?searchTerm=${encodeURIComponent(title)}&edit=${id}`);
  const drawer = page.getByRole('dialog', { name: `Edit ${title}` });
  await drawer.getByLabel('Publisher').fill('Mine');
  await drawer.getByLabel('Author').fill('A');

  await other.goto(`/manager/books?edit=${id}`);
  await other.getByLabel('Publisher').fill('Theirs');
  await other.getByLabel('Title').fill(`${title} again`);
  await other.keyboard.press('ControlOrMeta+s');
  await expect(toast(other, 'Book updated')).toBeVisible();
  await expect(other).toHaveURL('/manager/books');

  await page.keyboard.press('ControlOrMeta+s');
  const dialog = page.getByRole('dialog', { name: 'Somebody else saved first' });
  await expect(dialog.getByRole('group', { name: 'Publisher' })).toContainText('Theirs');
  await expect(dialog.getByText(`${title} again`)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel('Yours').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Book updated')).toBeVisible();
  await expect(drawer).toHaveCount(0);
  await expect(page.locator(`main a[href="${address}"]`)).toBeFocused();
  const book = await (await page.request.get(`/api/books/${id}`)).json();
  expect(book).toMatchObject({ title: `${title} again`, author: 'A', publisher: 'Mine' });
});
