import { ADMIN, signIn, violations } from '@bindery/tools/browser';
import { expect } from '@playwright/test';
import { test } from '../support/shared-page.ts';
import { makeBook, newTitle, toast } from './manager.ts';

test('two tabs that change a book at once decide per field, and nothing is lost, even without a network', async ({
  page,
  context,
}) => {
  await signIn(page, ADMIN);
  const title = newTitle('Waiting');
  const { id, address } = await makeBook(page, title);
  const asked = Promise.withResolvers<void>();
  const isRecord = ({ pathname }: URL) => pathname === `/api/books/${id}`;
  await page.route(isRecord, (route) => asked.promise.then(() => route.continue()), { times: 1 });
  await page.goto(`/manager/books?searchTerm=${encodeURIComponent(title)}&edit=${id}`);
  const drawer = page.getByRole('dialog', { name: `Edit ${title}` });
  // The form has its height before the record is there.
  const lastLabel = async () => (await drawer.getByText('Cover').first().boundingBox())?.y;
  const before = await lastLabel();
  asked.resolve();
  await expect(drawer.getByLabel('Publisher')).toBeVisible();
  expect(await lastLabel()).toBe(before);
  // The list has not loaded the texts of errors.
  await drawer.getByLabel('Title').fill('');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(drawer.getByText('Title is required')).toBeVisible();
  await drawer.getByLabel('Title').fill(title);
  await drawer.getByLabel('Publisher').fill('Mine');
  await drawer.getByLabel('Author').fill('A');
  const theirs = { publisher: 'Theirs', title: `${title} again` };
  expect((await page.request.patch(`/api/books/${id}`, { data: theirs })).status()).toBe(200);

  await page.keyboard.press('ControlOrMeta+s');
  const dialog = page.getByRole('dialog', { name: 'You saved this elsewhere' });
  await expect(dialog.getByRole('group', { name: 'Publisher' })).toContainText('Theirs');
  await expect(dialog.getByText(`${title} again`)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByLabel('Yours').check();
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Failed to update the book').first()).toBeVisible();
  await expect(drawer.getByLabel('Publisher')).toHaveValue('Mine');
  await context.setOffline(false);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(toast(page, 'Book updated')).toBeVisible();
  await expect(drawer).toHaveCount(0);
  await expect(page.locator(`main a[href="${address}"]`)).toBeFocused();
  const book = await (await page.request.get(`/api/books/${id}`)).json();
  expect(book).toMatchObject({ title: `${title} again`, author: 'A', publisher: 'Mine' });
});
