import type { Language } from '@bindery/contract/records/init.ts';
import { type APIRequestContext, expect, type Page, test, type ViewportSize } from '@playwright/test';
import { violations } from './axe.ts';
import { longAddress, makeLongRecords, type Records, signUpLong } from './long-data.ts';
import { open, settled, type Theme, visit } from './open-page.ts';
import { findProblems, readHead } from './page-problems.ts';
import { product, resources } from './product.ts';
import { ADMIN_ROLE } from './roles.ts';
import { ADMIN, signInThrough } from './sign-in.ts';
import { type View, type Visitor, viewOf, views } from './views.ts';
import { forgetShifts, isInStaging, shifts, VisitorPages } from './visitor-pages.ts';

// The visitors have long names and addresses, and the records have long values.
const ADDRESSES: Record<Visitor, string | undefined> = {
  stranger: undefined,
  newcomer: longAddress(),
  user: longAddress(),
  admin: longAddress(),
};
/*
 * Each view is visited once, on the narrowest phone; views of the manager on the phone or the desktop, in
 * turn for each kind of page, and then get the width of the other screen. Axe reads the page, and the text
 * size is doubled, for which the phone becomes as wide as a usual one. Language and theme rotate with the
 * views of a screen, so that any four of them in a row cover all languages.
 */
const ROTATION = [
  { desktop: 'fr dark', phone: 'ar light' },
  { desktop: 'sw light', phone: 'en dark' },
  { desktop: 'en dark', phone: 'sw light' },
  { desktop: 'ar light', phone: 'fr dark' },
] as const satisfies Record<'desktop' | 'phone', `${Language} ${Theme}`>[];

/** The width of the narrowest phones. */
const NARROWEST = 320;
/** The size of a desktop, for a phone. */
const WIDE: ViewportSize = { width: 1280, height: 720 };

/** Declares the tests of `testEveryPage`. */
export function declarePageTests(): void {
  const visitorPages = new VisitorPages(ADDRESSES);
  /*
   * Not in beforeAll: Playwright would give each worker a fixed half of the tests, of which one ends much
   * earlier. The pages remain open until their worker ends.
   */
  let records: Promise<Records> | undefined;

  // They are a large part of all tests, so both workers share them.
  test.describe.configure({ mode: 'parallel' });

  const nextScreen = rotateScreens();
  for (const [view, ...opened] of viewsOfOneLoad()) {
    const names = [view, ...opened].map(({ name }) => name).join(', ');
    const { tag, shownIn } = nextScreen(view);
    test(`${names}: complete and accessible`, { tag }, async ({
      browser,
      isMobile,
      viewport,
      playwright,
      baseURL,
    }) => {
      records ??= prepare(() => playwright.request.newContext({ baseURL: baseURL! }));
      const ids = await records;
      const visitor = await visitorPages.get(browser, view.by);
      const { page } = visitor;
      await visitor.begin(view.status);
      const [language, theme] = shownIn.split(' ') as [Language, Theme];
      await resize(page, isMobile ? { ...viewport!, width: NARROWEST } : viewport!);
      await page.emulateMedia({ colorScheme: theme });
      const status = await visit(page, viewOf(view, ids), language);
      test.skip(status === undefined, `${view.address}: there is no record`);
      expect(status).toBe(view.status ?? 200);
      const late = visitor.takeLateRequests();
      const isLate = (path: string) => !view.open && (path.startsWith('/api/') ? !view.isOwn : !view.later);
      expect.soft(late.filter(isLate), 'asked for late').toEqual([]);
      const shown = { language, theme, isMobile, screen: viewport! };
      await expectWhole(page, { view, ...shown });
      if (isOfManager(view)) await expectOtherWidth(page, { view, ...shown });
      for (const part of opened) {
        await page.evaluate(forgetShifts);
        await open(page, part);
        await expectWhole(page, { view: part, ...shown, isOnTop: part.shows !== undefined });
      }
      await view.later?.(page);
      // Loaded modules import more, which the next view would seem to request.
      if (view.later) await settled(page);
      visitor.takeLateRequests();
      expect(visitor.trouble).toEqual([]);
    });
  }
}

/** Signs up the visitors, and returns the records that they visit. */
async function prepare(newVisitor: () => Promise<APIRequestContext>): Promise<Records> {
  const [admin, own, user] = await Promise.all([newVisitor(), newVisitor(), newVisitor()]);
  await signInThrough(admin, ADMIN);
  await admin.post('/api/users', { data: { email: ADDRESSES.admin, role: ADMIN_ROLE } });
  const records = await makeLongRecords(admin);
  await signUpLong(own, ADDRESSES.admin!);
  await signUpLong(user, ADDRESSES.user!);
  for (const context of [admin, own, user]) await context.dispose();
  return records;
}

const isOfManager = ({ address }: View) => address.startsWith('/manager');

/**
 * Returns a function that returns the screen of the next view, as tags, and its language and theme. In the
 * manager it is the desktop or the phone, in turn for the pages that several resources have and for all
 * others. Other pages are made for phones first.
 */
function rotateScreens() {
  const visits = new Map<string, number>();
  const visitsOf = (kind: string) => {
    const visit = visits.get(kind) ?? 0;
    visits.set(kind, visit + 1);
    return visit;
  };
  return (view: View) => {
    const [, resource = '', page = ''] = /^\/manager\/(\w+)(.*)/.exec(view.address) ?? [];
    const kind = Object.hasOwn(resources, resource) ? `records ${page}` : 'others';
    const isWide = isOfManager(view) && visitsOf(kind) % 2 === 0;
    const screen = isWide ? 'desktop' : 'phone';
    const shownIn = ROTATION[visitsOf(screen) % ROTATION.length]![screen];
    return { tag: isWide ? [] : ['@phone-only'], shownIn };
  };
}

/** Groups views by page: those that open on top of another one need no page load. */
function viewsOfOneLoad(): [View, ...View[]][] {
  const pages = new Map<string, [View, ...View[]]>();
  for (const view of views) {
    const page = `${view.address} ${view.by}`;
    const known = pages.get(page);
    if (known && view.open) known.push(view);
    else pages.set(known ? `${page} ${view.name}` : page, [view]);
  }
  return [...pages.values()];
}

interface Shown {
  readonly view: View;
  readonly language: Language;
  readonly theme: Theme;
  readonly isMobile: boolean;
  /** The usual screen: a phone is narrower until then. */
  readonly screen: ViewportSize;
  /** Whether it is on top of a page that was checked before. */
  readonly isOnTop?: boolean;
}

async function expectWhole(page: Page, shown: Shown) {
  const { view, language, theme, isOnTop } = shown;
  const where = `${view.name}, ${language}, ${theme}`;
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  await expect.soft
    .poll(() => page.evaluate(readHead), where)
    .toEqual({ language, direction, theme, title: expect.stringMatching(titleFor(view.by)) });
  const { by, moved } = await page.evaluate(shifts);
  expect.soft(by, `moved while it loaded: ${where}: ${moved}`).toBeLessThan(0.02);
  expect.soft(await violations(page, isOnTop ? view.shows : undefined), where).toEqual([]);
  await expectTextFits(page, where, shown);
}

const titleFor = (visitor: Visitor) =>
  new RegExp(
    `^${isInStaging(visitor) ? '🧪 Staging · ' : '(?!🧪)'}.+ · ${product.name.replace(/[^\p{L}\p{N} ]/gu, '\\$&')}$`,
  );

/** Checks that nothing scrolls horizontally on the other kind of screen either, to which it then returns. */
async function expectOtherWidth(page: Page, { view, isMobile, screen }: Shown) {
  const size = page.viewportSize()!;
  const other = isMobile ? WIDE : { ...screen, width: NARROWEST };
  await resize(page, other);
  const { tooWide } = await page.evaluate(findProblems, { width: other.width, onlyWidth: true });
  expect.soft(tooWide, `${view.name}, ${other.width} px`).toEqual([]);
  await resize(page, size);
}

/**
 * Checks that no text is missing and that nothing scrolls horizontally: on the narrowest screen, and with
 * doubled text size on the usual one.
 */
async function expectTextFits(page: Page, where: string, { view, isMobile, screen }: Shown) {
  const whole = { missingTexts: [], tooWide: [], widthOfLargeText: undefined };
  const { width } = page.viewportSize()!;
  const { smallTargets, ...others } = await page.evaluate(findProblems, { width, doublesText: !isMobile });
  expect.soft(others, where).toEqual(whole);
  if (!isMobile) return;
  if (!view.address.startsWith('/manager'))
    expect.soft(smallTargets, `too small to touch: ${where}`).toEqual([]);
  await resize(page, screen);
  const usual = { width: screen.width, onlyWidth: true, doublesText: true };
  expect.soft(await page.evaluate(findProblems, usual), `usual phone: ${where}`).toMatchObject(whole);
  await resize(page, { ...screen, width: NARROWEST });
}

async function resize(page: Page, screen: ViewportSize) {
  // On an empty spot: a page that gets narrow may move a link under the pointer, which loads its page.
  await page.mouse.move(0, 0);
  await page.setViewportSize(screen);
}
