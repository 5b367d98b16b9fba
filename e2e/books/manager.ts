import { expect, type Locator, type Page } from '@playwright/test';

/** Locates the rows of the open list. */
export const rows = (page: Page): Locator => page.getByRole('table').locator('tbody').getByRole('row');

/**
 * Leaves a list to the browser, which renders it with the response to its call: the document contains no
 * rows, and assumes what no browser is.
 */
export async function withoutEmbeddedRows(page: Page): Promise<void> {
  await page.route(/\/manager\/books(?:\?|$)/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const html = (await response.text())
      .replace(/<script[^>]*id="first-data">.*?<\/script>/s, '')
      .replace('compareAssumed({"media":{', 'compareAssumed({"media":{"all":false,');
    return route.fulfill({ response, body: html });
  });
}

/** Locates the heading of the page. */
export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** Locates a toast. */
export const toast = (page: Page, text: string): Locator =>
  page.getByRole('listitem').filter({ hasText: text });

/** Returns a unique title. */
export const newTitle = (name: string): string => `${name} ${crypto.randomUUID().slice(0, 8)}`;

/** Creates a book through the API, for tests of something else. Returns its address in the manager. */
export async function makeBook(page: Page, title: string): Promise<{ id: string; address: string }> {
  const [genre] = await (await page.request.get('/api/genres?_end=1')).json();
  const answer = await page.request.post('/api/books', {
    data: { title, author: 'Nobody', genre: genre.id },
  });
  expect(answer.status()).toBe(201);
  const { id } = await answer.json();
  return { id, address: `/manager/books/${id}` };
}

/** Picks an option of a select in a form: again, if the options were reloaded during the click. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const chosen = page.locator('form').getByTitle(option, { exact: true });
  await expect(async () => {
    await page.getByLabel(label).click();
    await page.getByTitle(option, { exact: true }).click();
    await expect(chosen).toBeVisible({ timeout: 2_000 });
  }).toPass();
}
