import { lateRequests } from '@bindery/tools/testing/browser/late-requests.ts';
import { visit } from '@bindery/tools/testing/browser/open-page.ts';
import { ADMIN, signIn, USER } from '@bindery/tools/testing/browser/sign-in.ts';
import { views } from '@bindery/tools/testing/browser/views.ts';
import { expect } from '@playwright/test';
import { test } from '../support/shared-page.ts';

const view = (name: string) => views.find((one) => one.name === name)!;

test('a list requests the records of its address at once', async ({ page }) => {
  await signIn(page, ADMIN);
  const requested = await lateRequests(page);
  const address =
    '/manager/books?searchTerm=the+(old)&_sort=author,title&_order=desc,asc&title_like=a%27b&createdAt_gte=2020-01-01T00%3A00%3A00.000Z';
  await visit(page, { ...view('books'), address }, 'en');
  expect(requested).toEqual([]);
});

test('embedded data is shown once, and read again on a later visit', async ({ page }) => {
  await signIn(page, USER);
  await page.goto('/app/books');
  await expect(page.getByText(/^Showing 20 of /)).toBeVisible();
  const readAnew = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/books');
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Welcome' }).waitFor();
  await page.getByRole('link', { name: 'Books', exact: true }).first().click();
  await readAnew;
  await expect(page.getByText(/^Showing 20 of /)).toBeVisible();
});
