import { expect, type Page, test } from '@playwright/test';
import { type Language, languages } from '#contract/init.ts';
import { violations } from './axe.ts';
import { type Visitor, views } from './pages.ts';
import { ADMIN, newcomer, signIn, USER } from './sign-in.ts';
import { changeTheme, visit } from './visit.ts';

const ADDRESSES: Record<Visitor, string | undefined> = {
  stranger: undefined,
  newcomer: newcomer(),
  user: USER,
  admin: ADMIN,
};

// One file, but much of all there is to try: both workers share it.
test.describe.configure({ mode: 'parallel' });
// Recording what every page looks like takes longer than trying it.
test.use({ trace: 'off', contextOptions: { reducedMotion: 'reduce' } });

for (const view of views) {
  test(`${view.name}: whole, readable by everybody, in every language, theme and size`, async ({
    page,
    isMobile,
  }) => {
    const address = ADDRESSES[view.by];
    if (address) await signIn(page, address);
    await nameEnvironment(page);
    await page.addInitScript(watchShifts);
    const trouble = collectTrouble(page, view.status);
    for (const language of languages) {
      await page.emulateMedia({ colorScheme: 'light' });
      const status = await visit(page, view, language);
      test.skip(status === undefined, `${view.address}: there is no record`);
      expect(status).toBe(view.status ?? 200);
      await expectLanguage(page, language);
      expect.soft(await page.evaluate(shiftedBy), `moved while it came, in ${language}`).toBeLessThan(0.02);
      expect.soft(await violations(page), `${language}, light`).toEqual([]);
      await changeTheme(page, 'dark');
      expect.soft(await violations(page, 'colours'), `${language}, dark`).toEqual([]);
      await expectRoom(page, language);
      if (isMobile && !view.address.startsWith('/manager'))
        expect.soft(await page.evaluate(smallTargets), `too small to touch in ${language}`).toEqual([]);
    }
    expect(trouble).toEqual([]);
  });
}

/** Lets the pages believe that the server was started with the name of an environment. */
async function nameEnvironment(page: Page) {
  await page.route(
    (url) => !url.pathname.startsWith('/assets/') && !url.pathname.startsWith('/api/'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const environment = '"environment":{"name":"Staging","emoji":"🧪","color":"plum"}';
      await route.fulfill({
        response,
        body: (await response.text()).replace('"environment":null', environment),
      });
    },
  );
}

/** Everything that a browser complains about, while the page is open. */
function collectTrouble(page: Page, status = 200): string[] {
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !message.text().includes(`status of ${status}`))
      trouble.push(message.text());
  });
  page.on('requestfailed', (request) =>
    trouble.push(`${request.url()}: ${request.failure()?.errorText ?? ''}`),
  );
  page.on('response', (response) => {
    if (response.status() >= 400 && response.status() !== status)
      trouble.push(`${response.url()}: ${response.status()}`);
  });
  return trouble;
}

async function expectLanguage(page: Page, language: Language) {
  const html = page.locator('html');
  await expect.soft(html).toHaveAttribute('lang', language);
  await expect.soft(html).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
  await expect.soft(page).toHaveTitle(/^🧪 Staging · .+ · Bindery$/);
  expect.soft(await page.evaluate(missingTexts), `keys shown in ${language}`).toEqual([]);
}

/** Keys that are shown because they have no text. */
function missingTexts() {
  const shown = [document.title, document.body.innerText];
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`))
      shown.push(element.getAttribute(name) ?? '');
  return shown.join('\n').match(/\b(common|login|app|account|manager|errors)(\.\w+)+/g) ?? [];
}

/** Nothing is to be found by scrolling sideways: not on the narrowest phones, not with text of twice the size. */
async function expectRoom(page: Page, language: Language) {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const before = page.viewportSize()!;
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect.soft(await excess(), `too wide with large text in ${language}`).toBeLessThanOrEqual(0);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize({ width: 320, height: before.height });
  expect.soft(await excess(), `too wide for 320 px in ${language}`).toBeLessThanOrEqual(0);
  await page.setViewportSize(before);
}

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** Adds up how far what is there already is moved by what comes, apart from what follows a click or a key. */
function watchShifts() {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries() as Shift[]) sum += hadRecentInput ? 0 : value;
    document.documentElement.dataset.shiftedBy = String(sum);
  }).observe({ type: 'layout-shift', buffered: true });
}

const shiftedBy = () => Number(document.documentElement.dataset.shiftedBy ?? 0);

/** What is less than 44 px high or wide, apart from links within a text and those that only a keyboard reaches. */
function smallTargets() {
  return [...document.querySelectorAll('a[href], button, input, select, summary')]
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      const isInText = getComputedStyle(element).display === 'inline';
      const isForKeyboard = element.getAttribute('href')?.startsWith('#');
      const isHidden = width <= 1 || element.closest('label');
      return Math.min(width, height) < 43.5 && !isInText && !isForKeyboard && !isHidden;
    })
    .map((element) => element.outerHTML.slice(0, 120));
}
