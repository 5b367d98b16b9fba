import { ADMIN, signIn, violations } from '@bindery/tools/browser';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { test } from '../support/shared-page.ts';
import { makeBook, newTitle, toast } from './manager.ts';

test('an admin gives a book a cover, which readers see', async ({ page }) => {
  await signIn(page, ADMIN);
  const title = newTitle('Covered');
  const { id } = await makeBook(page, title);
  const background = { r: 217, g: 100, b: 58 };
  const buffer = await sharp({ create: { width: 800, height: 1200, channels: 3, background } })
    .jpeg()
    .toBuffer();

  await page.goto(`/manager/books/${id}/update`);
  await expect(page.getByText('Without an image, the book gets a drawn cover')).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Cover: choose a file' }).press('Enter');
  await (await chooser).setFiles({ name: 'cover.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByRole('img', { name: 'cover.jpg' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Book updated')).toBeVisible();

  await page.goto(`/app/books/${id}`);
  const picture = page.getByRole('main').locator('img');
  await expect(picture).toHaveJSProperty('complete', true);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});
