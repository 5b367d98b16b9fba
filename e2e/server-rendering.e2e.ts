import { ADMIN, newcomer, signIn, signInThrough, USER } from '@bindery/tools/testing/browser/sign-in.ts';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from './support/shared-page.ts';

const isRendered = (html: string) => /<script nonce="[^"]+">noteEarly\(\)<\/script>/.test(html);

/** Opens a page until the server has rendered it: under load, it leaves pages to the browser. */
const openRendered = (page: Page, path: string) =>
  expect(async () => {
    const response = await page.goto(path, { waitUntil: 'commit' });
    expect(isRendered(await response!.text())).toBe(true);
  }).toPass();

/** Responds to requests for scripts only after the returned function has been called. */
async function holdScripts(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

// Each page in one language: `testEveryPage` visits pages in all of them, and accepts no error.
test('the browser continues with what the server rendered', async ({ page }) => {
  const trouble: string[] = [];
  page.on('console', (message) => trouble.push(message.text()));
  page.on('pageerror', (error) => trouble.push(error.message));
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, USER);
  const release = await holdScripts(page);
  await openRendered(page, '/app?lng=ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'الحساب' })).toBeVisible();
  await page.locator('h1').evaluate((heading) => heading.setAttribute('data-first', ''));
  release();
  await page.waitForFunction(() => document.querySelector('#fonts')?.hasAttribute('media') === false);
  // A link that the browser followed would load another document.
  await page.getByRole('navigation').getByRole('link').first().click();
  await expect(page.locator('h1[data-first]')).toBeVisible();
  expect(trouble).toEqual([]);
});

test('a list of the manager is rendered, and the browser continues with it', async ({ page }) => {
  const trouble: string[] = [];
  const calls: string[] = [];
  page.on('console', (message) => trouble.push(message.text()));
  page.on('pageerror', (error) => trouble.push(error.message));
  await signIn(page, ADMIN);
  const release = await holdScripts(page);
  await openRendered(page, '/manager/books?lng=sw');
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  const row = page.locator('tbody tr').first();
  await expect(row).toBeVisible();
  await row.evaluate((element) => element.setAttribute('data-first', ''));
  release();
  await page.waitForFunction(() => document.querySelector('#fonts')?.hasAttribute('media') === false);
  // The breadcrumbs are only in the browser.
  await expect(page.locator('header nav li').first()).toBeVisible();
  await expect(page.locator('tbody tr[data-first]')).toBeVisible();
  const name = await page.locator('tbody tr[data-first] [data-record-link]').innerText();
  // At its start: the cell may cut a long name before its middle.
  await page.locator('tbody tr[data-first] [data-record-link]').click({ position: { x: 4, y: 4 } });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  expect(trouble).toEqual([]);
  expect(calls).not.toContain('/api/books');
  expect(calls).not.toContain('/api/views');
});

/** Creates a book that no other test uses; returns its id. */
async function createBook({ request }: BrowserContext, values: Readonly<Record<string, string>> = {}) {
  const [genre] = await (await request.get('/api/genres?_end=1')).json();
  const data = { title: `Rendered ${crypto.randomUUID()}`, author: 'Nobody', genre: genre.id, ...values };
  const created = await request.post('/api/books', { data });
  expect(created.status()).toBe(201);
  return (await created.json()).id as string;
}

/** Changes a book as another user would. */
async function changeBook({ request }: BrowserContext, id: string, data: Readonly<Record<string, string>>) {
  expect((await request.patch(`/api/books/${id}`, { data })).status()).toBe(200);
}

test('a record is rendered, the browser adds its times to it, and changes what the server has read', async ({
  page,
}) => {
  const trouble: string[] = [];
  const calls: string[] = [];
  page.on('console', (message) => trouble.push(message.text()));
  page.on('pageerror', (error) => trouble.push(error.message));
  await signIn(page, ADMIN);
  const title = `</script> كتاب ${'long '.repeat(45)}${crypto.randomUUID().slice(0, 8)}`;
  const id = await createBook(page.context(), { title });
  await changeBook(page.context(), id, { publisher: 'Seuil' });
  const release = await holdScripts(page);
  await openRendered(page, `/manager/books/${id}?lng=fr`);
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(title);
  const change = page.getByText('Seuil').last();
  await expect(change).toBeVisible();
  const places = async () => [await heading.boundingBox(), await change.boundingBox()].map((box) => box?.y);
  const before = await places();
  // The times are the browser's, and until then as good as absent.
  await expect(page.locator('main time').filter({ visible: true })).toHaveCount(0);
  await heading.evaluate((element) => element.setAttribute('data-first', ''));
  release();
  await page.waitForFunction(() => document.querySelector('#fonts')?.hasAttribute('media') === false);
  await expect(page.locator('main time').filter({ visible: true })).toHaveCount(4);
  await expect(page.locator('h1[data-first]')).toBeVisible();
  for (const [index, y] of (await places()).entries()) expect(Math.abs(y! - before[index]!)).toBeLessThan(3);
  expect(trouble).toEqual([]);
  expect(calls.filter((path) => path.startsWith('/api/books'))).toEqual([]);

  // A change does not overwrite what has changed since.
  const { etag } = (await page.request.get(`/api/books/${id}`)).headers();
  await page.getByRole('link', { name: 'Modifier' }).click();
  await page.locator('#record_publisher').fill('Gallimard');
  await changeBook(page.context(), id, { publisher: 'Flammarion' });
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.keyboard.press('ControlOrMeta+Enter');
  expect(await (await sent).headerValue('if-match')).toBe(etag);
  await expect(page.getByRole('dialog')).toContainText('Flammarion');
});

test('a browser of another width or with other choices than the server assumes renders the list itself', async ({
  page,
}) => {
  const trouble: string[] = [];
  page.on('console', (message) => trouble.push(message.text()));
  await signIn(page, ADMIN);
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 500, height: 800 });
  await openRendered(page, '/manager/books');
  await expect(page.locator('table')).toHaveAttribute('data-layout', 'phone');
  expect(trouble).toEqual([]);

  await page.setViewportSize(size);
  await page.evaluate(() => {
    const columns = [
      ['author', true],
      ['title', true],
    ];
    localStorage.setItem('managerColumns.books', JSON.stringify(columns));
    localStorage.setItem('managerDensity', 'comfortable');
  });
  const release = await holdScripts(page);
  await openRendered(page, '/manager/books');
  await expect(page.locator('.first-paint')).toBeVisible();
  await expect(page.locator('tbody')).toHaveCount(0);
  release();
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await expect(page.locator('.first-paint')).toHaveCount(0);
  expect(trouble).toEqual([]);
});

test('input from before the scripts run is preserved, and a form that is sent then is sent once they do', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await openRendered(page, '/login?redirect=/app/books');
  const email = newcomer();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Language').selectOption('fr');
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await page.getByLabel('Email').press('Enter');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  release();
  await expect(page).toHaveURL(/\/login\/verify\?/);
  expect(new URL(page.url()).searchParams.get('email')).toBe(email);
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
});

test('a panel or menu that is opened before the scripts run opens once they do', async ({ page }) => {
  await signIn(page, ADMIN);
  for (const [name, content] of [
    ['Filters', 'Title'],
    ['More actions', 'Export'],
  ] as const) {
    const release = await holdScripts(page);
    await openRendered(page, '/manager/books');
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.locator(':popover-open')).toHaveCount(0);
    release();
    await expect(page.locator(':popover-open')).toContainText(content);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

test('a shortcut that is pressed before the scripts run acts once they do', async ({ page }) => {
  await signIn(page, ADMIN);
  const release = await holdScripts(page);
  await openRendered(page, '/manager/books');
  await expect(page.getByRole('button', { name: 'Columns' })).toBeVisible();
  await page.keyboard.press('Control+k');
  release();
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
});

test('a shortcut that is pressed while the scripts take over the page acts once they have', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.addInitScript(() => {
    let take: () => boolean;
    Object.defineProperty(globalThis, 'takeEarlyInput', {
      set: (value) => {
        take = value;
      },
      get: () => () => {
        const isSame = take();
        const keys = { code: 'KeyK', key: 'k', ctrlKey: true, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new KeyboardEvent('keydown', keys));
        return isSame;
      },
    });
  });
  await openRendered(page, '/manager/books');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
});

/** How often documents of several visitors are requested at once. */
const ROUNDS = 8;

test('documents of several visitors that are rendered at once contain only their own', async ({
  playwright,
  baseURL,
}) => {
  const visitors = await Promise.all(
    [
      { address: USER, path: '/app?lng=fr' },
      { address: ADMIN, path: '/manager/books?lng=ar' },
      { address: undefined, path: '/login?lng=sw' },
    ].map(async ({ address, path }) => {
      const context = await playwright.request.newContext({ baseURL: baseURL! });
      if (address) await signInThrough(context, address);
      const read = async () => (await context.get(path)).text();
      let first = '';
      await expect(async () => {
        first = contentOf(await read());
        expect(first).not.toBe('');
      }).toPass();
      return { context, read, first };
    }),
  );
  const firsts = visitors.map(({ first }) => first);
  expect(new Set(firsts).size).toBe(3);
  expect(firsts.map((html) => html.includes('data-record-link'))).toEqual([false, true, false]);
  let compared = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const contents = await Promise.all(visitors.map(async ({ read }) => contentOf(await read())));
    for (const [place, content] of contents.entries()) {
      if (content === '') continue;
      compared += 1;
      expect(content).toBe(firsts[place]);
    }
  }
  expect(compared).toBeGreaterThan(ROUNDS);
  for (const { context } of visitors) await context.dispose();
});

/** Returns the rendered page of a document; an empty text if the browser must render it. */
const contentOf = (html: string) =>
  (isRendered(html) && /<div id="root">(.*)<\/div><script/s.exec(html)?.[1]) || '';
