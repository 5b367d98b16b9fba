import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { type Language, languages } from '#contract/init.ts';
import { type Visitor, views } from './pages.ts';
import { ADMIN, newcomer, signIn, USER } from './sign-in.ts';
import { changeTheme, visit } from './visit.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What another theme changes: colours, and nothing else. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const ADDRESSES: Record<Visitor, string | undefined> = {
  stranger: undefined,
  newcomer: newcomer(),
  user: USER,
  admin: ADMIN,
};

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
    const trouble = collectTrouble(page, view.status);
    for (const language of languages) {
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await visit(page, view, language)).toBe(view.status ?? 200);
      await expectLanguage(page, language);
      expect.soft(await violations(page), `${language}, light`).toEqual([]);
      await changeTheme(page, 'dark');
      expect.soft(await violations(page, COLOUR_RULES), `${language}, dark`).toEqual([]);
      if (isMobile) await expectNarrow(page, language);
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

async function violations(page: Page, rules?: string[]) {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(RULES)).analyze();
  return violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`),
  }));
}

/** On the narrowest phones nothing is to be found by scrolling sideways. */
async function expectNarrow(page: Page, language: Language) {
  const before = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: before.height });
  expect
    .soft(await page.evaluate(() => document.documentElement.scrollWidth), `width in ${language}`)
    .toBe(320);
  await page.setViewportSize(before);
}
