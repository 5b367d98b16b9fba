import { violations } from '@bindery/tools/testing/browser/axe.ts';
import { signIn, USER } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './support/shared-page.ts';

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const boxesOf = (parts: readonly Locator[]) =>
  Promise.all(parts.map((part) => part.evaluate((element) => element.getBoundingClientRect())));

test('the API documentation is searched, and runs an operation, on a wide screen beside its fields', async ({
  page,
}) => {
  await signIn(page, USER);
  await page.goto('/api/docs');
  const contents = page.getByRole('navigation', { name: 'API documentation' });
  await expect(contents.getByRole('link', { name: 'Books' })).toBeVisible();
  await expect(page.getByText(`Signed in as ${USER}.`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Manager' })).toHaveCount(0);
  // The operations that few programs need follow the others, folded.
  const [first, more] = [page.locator('.opblock-tag-section').first(), page.locator('.more').first()];
  await expect(first.locator('.opblock').first()).toBeVisible();
  await expect(more.locator('.opblock').first()).toBeHidden();
  await expect(more.locator('summary')).toHaveText(/^More operations/);
  const search = contents.getByRole('searchbox');
  await search.fill('nothing has these words');
  await expect(contents.getByText('Nothing found')).toBeVisible();
  await search.fill('list BOOKS');
  await expect(contents.getByRole('link').first()).toHaveText('GET /api/booksList books');
  expect(await contents.getByRole('link').count()).toBeLessThan(5);
  await search.press('Enter');
  const operation = page.locator('[id="operations-Books-books.list"]');
  await expect(operation).toBeInViewport();
  // It is scrolled to its head, which the bar of the product does not cover.
  const [head] = await boxesOf([operation.locator('.opblock-summary')]);
  expect(head!.top).toBeGreaterThan(48);
  await expect(operation.getByText('Words to search for')).toBeVisible();
  await expect(operation.getByRole('textbox')).toHaveCount(0);
  await operation.getByRole('button', { name: 'Try it out' }).click();
  const send = operation.getByRole('button', { name: 'Send request' });
  await expect(send).toBeFocused();
  // Its head says what is sent, until it has scrolled away.
  const bar = operation.locator('form > header');
  await expect(bar).not.toContainText('/api/books');
  await operation.getByRole('textbox', { name: '_end' }).fill('2');
  const sample = operation.getByRole('region', { name: 'Sample request' });
  await expect(sample).toContainText('/api/books?_end=2');
  await operation.getByRole('heading', { name: 'Responses' }).scrollIntoViewIfNeeded();
  await expect(send).toBeInViewport({ ratio: 1 });
  await expect(bar).toContainText('GET/api/books?_end=2');
  await send.click();
  const sent = operation.getByRole('region', { name: /^Response 200 · \d+ ms$/ });
  await expect(sent).toBeInViewport();
  expect(JSON.parse((await sent.textContent()) ?? '')).toHaveLength(2);
  // The response is beside the fields, below what was sent, which stays above it.
  const fields = operation.getByRole('textbox');
  const [last, response, request] = await boxesOf([fields.last(), operation.locator('.live'), sample]);
  expect(response!.left).toBeGreaterThan(last!.right);
  expect(request!.bottom).toBeLessThan(response!.top);
  await expect(sample).toBeInViewport({ ratio: 1 });
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await operation.getByRole('button', { name: 'Close' }).click();
  await expect(fields).toHaveCount(0);
  await expect(operation.getByRole('button', { name: 'Try it out' })).toBeFocused();
  await search.fill('');
  await contents.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page.getByRole('button', { name: /GET.*List your own sessions/ })).toBeInViewport();

  await openFromTheList(page);
});

/** Opens an operation from the list, whose example is sent as it is, and with the key of the visitor. */
async function openFromTheList(page: Page) {
  const contents = page.getByRole('navigation', { name: 'API documentation' });
  await contents.getByRole('link', { name: 'Books', exact: true }).click();
  await expect(contents.getByRole('link', { name: 'List genres' })).toHaveCount(0);
  const link = contents.getByRole('link', { name: 'Export selected books as CSV POST' });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'true');
  const operation = page.locator('.more[open] .opblock.is-open');
  await expect(operation).toBeInViewport();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  const body = operation.getByRole('textbox', { name: 'Body' });
  await expect(body).not.toHaveValue('');
  const example = await body.inputValue();
  const [request] = await Promise.all([
    page.waitForRequest(/\/api\/books\/export/),
    operation.getByRole('button', { name: 'Send request' }).click(),
  ]);
  expect(Object.keys(JSON.parse(example))).not.toEqual([]);
  expect(request.postDataJSON()).toEqual(JSON.parse(example));
  await body.fill('{ "other": true }');
  await expect(body).toHaveValue('{ "other": true }');
  await expect(operation.getByRole('region', { name: 'Sample request' })).toContainText('{ "other": true }');

  const useKey = page.getByRole('button', { name: 'Use an API key' });
  await useKey.click();
  const dialog = page.getByRole('dialog', { name: 'API key' });
  await expect(dialog.getByRole('link', { name: 'Create a key on your account page' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await useKey.click();
  await dialog.getByLabel('Key').fill('not-a-key');
  expect(await violations(page, 'dialog[open]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Use this key' }).click();
  await expect(dialog).toBeHidden();
  const [withKey] = await Promise.all([
    page.waitForRequest(/\/api\/books\/export/),
    operation.getByRole('button', { name: 'Send request' }).click(),
  ]);
  expect(await withKey.headerValue('authorization')).toBe('Bearer not-a-key');
  await expect(operation.getByRole('region', { name: 'Response 401' })).toBeVisible();
}

test('the API documentation is accessible, and fits on a phone', { tag: '@phone-only' }, async ({ page }) => {
  // Its colours depend on the theme alone, and its layout on the screen.
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, USER);
  // The address of an operation, which is open.
  await page.goto('/api/docs#/Genres/genres.list');
  // It is scrolled to its head.
  const head = page.locator('.opblock.is-open > .opblock-summary');
  const top = () => head.evaluate((element) => element.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(80);
  expect(await top()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Try it out' }).click();
  const send = page.getByRole('button', { name: 'Send request' });
  const fields = page.locator('.opblock').getByRole('textbox');
  const [button, first] = await boxesOf([send, fields.first()]);
  expect(button!.bottom).toBeLessThan(first!.top);
  await send.click();
  const sent = page.getByRole('region', { name: /^Response 200 · / });
  await expect(sent).toBeVisible();
  // The colour of a method says whether it is dangerous: blue is for reading, not the grey of code.
  const background = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor);
  const badge = page.locator('.opblock-summary-method').first();
  expect(await background(badge)).not.toBe(await background(page.locator('figure').first()));
  // Long lines fade at the edge that cuts them.
  await expect(sent).toHaveCSS('mask-image', /gradient/);
  // The response is between the fields and the rest.
  const sample = page.getByRole('region', { name: 'Sample request' });
  const described = page.getByRole('heading', { name: 'Responses' });
  const frame = page.locator('.live');
  const [last, response, request, responses] = await boxesOf([fields.last(), frame, sample, described]);
  expect(response!.bottom).toBeLessThan(request!.top);
  expect(response!.top).toBeGreaterThan(last!.bottom);
  expect(response!.bottom).toBeLessThan(responses!.top);
  // It is shown from its beginning, below the bar that says what was sent.
  const bar = page.locator('.is-tried header');
  await expect(bar).toContainText('GET/api/genres');
  const [above] = await boxesOf([bar]);
  expect(above!.top).toBeCloseTo(0, 0);
  expect(response!.top - above!.bottom).toBeGreaterThanOrEqual(0);
  expect(response!.top - above!.bottom).toBeLessThan(32);
  await page.locator('.opblock details').evaluateAll((all) => {
    for (const part of all) part.toggleAttribute('open', true);
  });
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflow(page)).toBe(0);
});

test('the API documentation has its frame in the language of the page', async ({ page }) => {
  await page.goto('/api/docs?lng=ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const contents = page.getByRole('navigation', { name: 'وثائق API' });
  await expect(contents.getByRole('link', { name: 'Books' })).toBeVisible();
  const documentation = page.locator('#documentation');
  await expect(documentation).toHaveAttribute('dir', 'ltr');
  const [beside, main] = await Promise.all([contents.boundingBox(), documentation.boundingBox()]);
  expect(beside!.x).toBeGreaterThanOrEqual(main!.x + main!.width);
  await contents.getByRole('searchbox').fill('nothing has these words');
  await expect(contents.getByText('لا توجد نتائج')).toBeVisible();
  await expect(page.getByText('سجّل الدخول أولًا')).toBeVisible();
  await page.getByRole('button', { name: /GET.*List genres/ }).click();
  await page.getByRole('button', { name: 'تجربة' }).click();
  await expect(page.getByRole('button', { name: 'إرسال الطلب' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'مثال على الطلب' })).toContainText('/api/genres');
  expect(await violations(page)).toEqual([]);
});
