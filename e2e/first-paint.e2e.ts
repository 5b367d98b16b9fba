import { longAddress } from '@bindery/tools/testing/browser/long-data.ts';
import { ADMIN, signIn, USER } from '@bindery/tools/testing/browser/sign-in.ts';
import { expect, type Page } from '@playwright/test';
import product from '#product';
import { test } from './support/shared-page.ts';
import { createUser } from './support/users.ts';

/** Responds only to the request for the document, as if the network were too slow for others. */
async function holdFiles(page: Page, files = /\/assets\//) {
  const held: (() => void)[] = [];
  let isOpen = false;
  await page.route(files, async (route) => {
    if (!isOpen) await new Promise<void>((resolve) => held.push(resolve));
    await route.fallback();
  });
  return () => {
    isOpen = true;
    for (const go of held) go();
  };
}

const isPainted = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);

const mark = (page: Page) => page.locator(`#root svg[aria-label="${product.name}"]`);

/** Converts `#rrggbb` to what browsers compute. */
const rgb = (color: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`;

test('the document of a page that the browser renders draws something, without any script or style file', async ({
  page,
}) => {
  const trouble: string[] = [];
  page.on('console', (message) => trouble.push(message.text()));
  const release = await holdFiles(page);
  for (const { language, dir, theme, background } of [
    { language: 'en', dir: 'ltr', theme: 'light', background: product.colors.light.paper },
    { language: 'ar', dir: 'rtl', theme: 'dark', background: product.colors.dark.paper },
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(`/login/verify?email=a@example.com&lng=${language}`, { waitUntil: 'commit' });
    await isPainted(page);
    await expect(mark(page)).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('dir', dir);
    const drawn = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(drawn).toBe(rgb(background));
  }
  expect(trouble).toEqual([]);

  // A bar moves after a second and a half, and not before.
  const bar = page.locator('.first-paint i');
  /** Returns its opacity after a time, to which it sets the animation, so that no run is too slow. */
  const seenAfter = (ms: number) =>
    bar.evaluate((element, time) => {
      for (const animation of element.getAnimations()) animation.currentTime = time;
      return Number(getComputedStyle(element).opacity);
    }, ms);
  expect(await seenAfter(1_400)).toBe(0);
  expect(await seenAfter(1_800)).toBe(1);
  const moving = await bar.evaluate((element) => {
    const [, pass] = element.getAnimations({ subtree: true });
    return pass?.effect?.getComputedTiming().iterations;
  });
  expect(moving).toBe(Number.POSITIVE_INFINITY);

  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(mark(page)).toHaveCount(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    rgb(product.colors.dark.paper),
  );
});

test('no page is painted before its styles have loaded', async ({ page }) => {
  await signIn(page, USER);
  const release = await holdFiles(page, /\/assets\/[^/]+\.css/);
  const scripts = page.waitForResponse(/\/assets\/account-page-[^/]+\.js/);
  await page.goto('/app/account', { waitUntil: 'commit' });
  await (await scripts).finished();
  await isPainted(page);
  await expect(mark(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a page whose code could not be loaded is reloaded once', async ({ page }) => {
  let lost = 0;
  await page.route(/\/assets\/index-[^/]+\.js/, (route) => {
    lost += 1;
    return lost === 1 ? route.abort() : route.fallback();
  });
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(lost).toBe(2);
});

test('no font is requested before the files of the page', async ({ page }) => {
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url());
  });
  const release = await holdFiles(page, /\/assets\/forms-[^/]+\.js/);
  const texts = page.waitForResponse(/\/assets\/login-[^/]+\.json/);
  await page.goto('/login', { waitUntil: 'commit' });
  await (await texts).finished();
  await page.waitForFunction(() => document.styleSheets.length > 2);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  expect(fonts).toEqual([]);
  const asked = page.waitForRequest((request) => request.resourceType() === 'font');
  release();
  await asked;
});

test('a page loads the code of lists and fields only if it shows them', async ({ page }) => {
  await signIn(page, ADMIN);
  const loaded = async (path: string) => {
    const html = await (await page.request.get(`/manager/${path}`)).text();
    return ['list', 'fields'].filter((name) => html.includes(`/assets/${name}-`));
  };
  const [book] = await (await page.request.get('/api/books?_end=1')).json();
  expect(await loaded('books')).toEqual(['list', 'fields']);
  expect(await loaded('dashboard')).toEqual([]);
  // A small module that lists share with these pages must not be in the file of lists.
  for (const path of ['books/new', 'users/new', `books/${book.id}`, `books/${book.id}/update`])
    expect({ path, loaded: await loaded(path) }).toEqual({ path, loaded: ['fields'] });
});

test('late fonts cause no layout shift', async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & { readonly value: number })[];
      const sum = shifts.reduce(
        (all, { value }) => all + value,
        Number(document.documentElement.dataset.shift ?? 0),
      );
      document.documentElement.dataset.shift = String(sum);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await signIn(page, ADMIN);
  const { address: ofUser } = await createUser(page, { email: longAddress(), name: 'Grace Hopper' });
  for (const { address, fonts, width = 1280 } of [
    { address: '/app', fonts: ['600 16px Literata', '16px Inter'] },
    { address: '/app/account?lng=ar', fonts: ['600 16px Noto Naskh Arabic', '16px Vazirmatn'] },
    { address: `${ofUser}?lng=en`, fonts: ['600 16px Literata', '16px Inter'], width: 390 },
  ]) {
    await page.setViewportSize({ width, height: 844 });
    const release = await holdFiles(page, /\.woff2/);
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[class*=skeleton i]')).toHaveCount(0);
    const top = () => page.locator('h2').first().boundingBox();
    const before = await top();
    release();
    const loaded = () =>
      page.evaluate((names) => names.every((name) => document.fonts.check(name, 'aا')), fonts);
    await expect.poll(loaded).toBe(true);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    const shift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
    expect(shift, address).toBeLessThan(0.02);
    // The address of a user, which breaks into lines, stays as high as it was.
    if (address.startsWith(ofUser)) expect((await top())?.y).toBe(before?.y);
    await page.unroute(/\.woff2/);
  }
});
