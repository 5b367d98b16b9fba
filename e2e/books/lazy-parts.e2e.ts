import { ADMIN, signIn, USER } from '@bindery/tools/browser';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/shared-page.ts';
import { heading, rows } from './manager.ts';

/*
 * Requests can fail, and some browsers remember for the life of a page that a module could not be loaded.
 * URLs are matched with and without a query string.
 */

/** Makes the first request for each of these files fail. */
async function loseFirst(page: Page, files: RegExp): Promise<ReadonlySet<string>> {
  const lost = new Set<string>();
  await page.route(files, (route) => {
    const { pathname } = new URL(route.request().url());
    if (lost.has(pathname)) return route.fallback();
    lost.add(pathname);
    return route.abort();
  });
  return lost;
}

const palette = (page: Page) => page.getByRole('dialog').getByRole('combobox');
/** The suggestions below the field of the palette, whose code is loaded when it is opened. */
const suggestions = (page: Page) => page.getByRole('dialog').getByRole('option');

test('one lost packet is not noticed when navigating to another page', async ({ page }) => {
  await signIn(page, USER);
  await page.goto('/app');
  await expect(heading(page)).toBeVisible();
  const lost = await loseFirst(page, /\/assets\/[^/]+\.(js|css)/);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click();
  await expect(heading(page)).toHaveText('Account');
  expect(lost.size).toBeGreaterThan(1);
  expect(loads).toBe(0);
});

test('a module that the browser remembers as broken is requested again with another URL', async ({
  page,
}) => {
  // The document preloads it, so this request fails before any of our code runs.
  const asked: string[] = [];
  await page.route(/\/assets\/login-error-page-[^/]+\.js/, (route) => {
    const { search } = new URL(route.request().url());
    asked.push(search);
    return search ? route.fallback() : route.abort();
  });
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto('/login/error');
  // The document contains the heading before the scripts run.
  await expect.poll(() => asked.at(-1)).toBe('?retry=1');
  await expect(heading(page)).toHaveText('Something went wrong');
  expect(loads).toBe(1);
});

test('the modules of a part are requested at each opening, and one lost packet is not noticed', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/manager/books');
  await expect(rows(page)).toHaveCount(20);
  // The server has rendered the rows; the breadcrumbs are there once keys act.
  await expect(page.locator('header nav li').first()).toBeVisible();
  await page.route(/\/assets\/(suggestion-list|dist|toaster)-[^/]+\.js/, (route) => route.abort());
  await page.keyboard.press('ControlOrMeta+k');
  // The toast module cannot be loaded either, so a plain text is shown.
  await expect(page.getByRole('alert').filter({ hasText: 'There is no connection' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rows(page)).toHaveCount(20);
  await page.unrouteAll({ behavior: 'wait' });
  const lost = await loseFirst(page, /\/assets\/[^/]+\.(js|css)/);
  const search = page.getByRole('button', { name: 'Search or jump to' });
  await search.press('Enter');
  await expect(palette(page)).toBeFocused();
  await expect(suggestions(page).first()).toBeVisible();
  expect([...lost].some((path) => path.includes('suggestion-list'))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
});
