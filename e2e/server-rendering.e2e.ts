import { ADMIN, newcomer, signIn, USER } from '@bindery/tools/testing/browser/sign-in.ts';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
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

async function withoutScripts(browser: Browser, path: string, see: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await openRendered(page, path);
  await see(page);
  await context.close();
}

test('a document contains its page, in the language of the visitor', async ({ browser }) => {
  await withoutScripts(browser, '/login', async (page) => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByLabel('Email')).toBeEditable();
  });
  await withoutScripts(browser, '/login?lng=ar', async (page) => {
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.getByRole('button', { name: 'إرسال رمز الدخول' })).toBeVisible();
  });
});

// Each page in one language: `testEveryPage` visits pages in all of them, and accepts no error.
test('the browser continues with what the server rendered', async ({ page }) => {
  const trouble: string[] = [];
  page.on('console', (message) => trouble.push(message.text()));
  page.on('pageerror', (error) => trouble.push(error.message));
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, USER);
  const release = await holdScripts(page);
  await openRendered(page, '/app?lng=ar');
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

test('a record is rendered, and the browser adds its times to it', async ({ page }) => {
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
});

// Deleting it is in books/manager.e2e.ts.
test('changes of a rendered record do not overwrite what has changed since', async ({ page }) => {
  const { request } = page.context();
  await signIn(page, ADMIN);
  const id = await createBook(page.context(), { publisher: 'Seuil' });
  const { etag } = (await request.get(`/api/books/${id}`)).headers();
  await openRendered(page, `/manager/books/${id}`);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Publisher').fill('Gallimard');
  await changeBook(page.context(), id, { publisher: 'Flammarion' });
  const change = page.waitForRequest((sent) => sent.method() === 'PATCH');
  await page.getByRole('button', { name: 'Save' }).click();
  expect(await (await change).headerValue('if-match')).toBe(etag);
  await expect(page.getByRole('dialog')).toContainText('Flammarion');
});

test('a record that was deleted is left to the browser, which shows its history', async ({ page }) => {
  await signIn(page, ADMIN);
  const id = await createBook(page.context());
  expect((await page.context().request.delete(`/api/books/${id}`)).status()).toBe(204);
  const response = await page.goto(`/manager/books/${id}`);
  expect(response!.status()).toBe(200);
  expect(isRendered(await response!.text())).toBe(false);
  await expect(page.getByText('This record was deleted')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bring it back' })).toBeVisible();
});

test('a record without scripts has its values and its history, without times', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, ADMIN);
  const id = await createBook(context, { publisher: 'Seuil' });
  await openRendered(page, `/manager/books/${id}`);
  await expect(page.getByRole('definition').filter({ hasText: 'Seuil' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Created');
  await expect(page.locator('main time').filter({ visible: true })).toHaveCount(0);
  await context.close();
});

test('a browser with other choices than the server assumes renders the list itself', async ({ page }) => {
  const trouble: string[] = [];
  page.on('console', (message) => trouble.push(message.text()));
  await signIn(page, ADMIN);
  await page.addInitScript(() => {
    localStorage.setItem(
      'managerColumns.books',
      JSON.stringify([
        ['author', true],
        ['title', true],
      ]),
    );
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

test('a window of another width than the server assumes renders the list itself', async ({
  page,
  isMobile,
}) => {
  const trouble: string[] = [];
  page.on('console', (message) => trouble.push(message.text()));
  await signIn(page, ADMIN);
  await page.setViewportSize({ width: isMobile ? 1280 : 500, height: 800 });
  await openRendered(page, '/manager/books');
  await expect(page.locator('table')).toHaveAttribute('data-layout', isMobile ? 'compact' : 'phone');
  expect(trouble).toEqual([]);
});

test('input from before the scripts run is preserved', async ({ page }) => {
  const release = await holdScripts(page);
  await openRendered(page, '/login');
  const email = newcomer();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Language').selectOption('fr');
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  release();
  await expect(page.getByRole('button', { name: 'Recevoir un code' })).toBeVisible();
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(page.getByRole('textbox')).toHaveValue(email);
});

test('a form that is sent before the scripts run is sent once they do', async ({ page }) => {
  const release = await holdScripts(page);
  await openRendered(page, '/login?redirect=/app/books');
  const email = newcomer();
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  release();
  await expect(page).toHaveURL(/\/login\/verify\?/);
  expect(new URL(page.url()).searchParams.get('email')).toBe(email);
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
  browser,
}) => {
  const visitors = await Promise.all(
    [
      { address: USER, path: '/app?lng=fr' },
      { address: ADMIN, path: '/manager/books?lng=ar' },
      { address: undefined, path: '/login?lng=sw' },
    ].map(async ({ address, path }) => {
      const context = await browser.newContext();
      if (address) await signIn(await context.newPage(), address);
      const read = async () => (await context.request.get(path)).text();
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
  for (const { context } of visitors) await context.close();
});

/** Returns the rendered page of a document; an empty text if the browser must render it. */
const contentOf = (html: string) =>
  (isRendered(html) && /<div id="root">(.*)<\/div><script/s.exec(html)?.[1]) || '';
