import { ADMIN, newcomer, signIn, USER } from '@bindery/tools/testing/browser/sign-in.ts';
import { type Browser, expect, type Page, test } from '@playwright/test';

const isRendered = (html: string) => /<script nonce="[^"]+">noteEarly\(\)<\/script>/.test(html);

/** Opens a page until the server has rendered it: under load, it leaves pages to the browser. */
const openRendered = (page: Page, path: string) =>
  expect(async () => {
    const answer = await page.goto(path, { waitUntil: 'commit' });
    expect(isRendered(await answer!.text())).toBe(true);
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

for (const language of ['en', 'fr', 'ar', 'sw'])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the browser continues with what the server rendered: ${language}, ${colorScheme}`, async ({
      page,
    }) => {
      const trouble: string[] = [];
      page.on('console', (message) => trouble.push(message.text()));
      page.on('pageerror', (error) => trouble.push(error.message));
      await page.emulateMedia({ colorScheme });
      await signIn(page, USER);
      const release = await holdScripts(page);
      await openRendered(page, `/app?lng=${language}`);
      await page.locator('h1').evaluate((heading) => heading.setAttribute('data-first', ''));
      release();
      await page.waitForFunction(() => document.querySelector('#fonts')?.hasAttribute('media') === false);
      // A link that the browser followed would load another document.
      await page.getByRole('navigation').getByRole('link').first().click();
      await expect(page.locator('h1[data-first]')).toBeVisible();
      expect(trouble).toEqual([]);
    });

test('what is typed and chosen before the scripts run is kept', async ({ page }) => {
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

test('documents of several visitors that are rendered at once contain only their own', async ({
  browser,
}) => {
  const visitors = await Promise.all(
    [
      { address: USER, language: 'fr' },
      { address: ADMIN, language: 'ar' },
      { address: undefined, language: 'sw' },
    ].map(async ({ address, language }) => {
      const context = await browser.newContext();
      if (address) await signIn(await context.newPage(), address);
      const read = async () => {
        const answer = await context.request.get(`${address ? '/app' : '/login'}?lng=${language}`);
        return answer.text();
      };
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
  expect(firsts.map((html) => html.includes('href="/manager"'))).toEqual([false, true, false]);
  let compared = 0;
  for (let round = 0; round < 20; round++) {
    const contents = await Promise.all(visitors.map(async ({ read }) => contentOf(await read())));
    for (const [place, content] of contents.entries()) {
      if (content === '') continue;
      compared += 1;
      expect(content).toBe(firsts[place]);
    }
  }
  expect(compared).toBeGreaterThan(20);
  for (const { context } of visitors) await context.close();
});

/** Returns the rendered page of a document; an empty text if the browser must render it. */
const contentOf = (html: string) =>
  (isRendered(html) && /<div id="root">(.*)<\/div><script/s.exec(html)?.[1]) || '';
