import type { Language } from '@bindery/contract/records/init.ts';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { violations } from './axe.ts';
import { longAddress, makeLongRecords, type Records, signUpLong } from './long-data.ts';
import { open, settled, type Theme, visit } from './open-page.ts';
import { findProblems, readHead } from './page-problems.ts';
import { product } from './product.ts';
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
 * Every view is visited three times, in three languages: on the desktop, on a phone, and on the narrowest
 * phone. The first two are one light and one dark; axe reads the page in them, and the text size is doubled.
 * Language and theme rotate with the views, so that any four views in a row cover all languages in each kind
 * of visit.
 *
 * Views that differ from others only in names lack the visit on the narrowest phone: the phone gets narrow
 * instead. In a product of packages these are the engine's views: its own tests have visited them more often.
 * Here they are the generated pages of all resources except the one with the most fields.
 */
const ROTATION = [
  { desktop: 'fr dark', phone: 'ar light', narrow: 'sw dark' },
  { desktop: 'sw light', phone: 'en dark', narrow: 'fr light' },
  { desktop: 'en dark', phone: 'sw light', narrow: 'ar dark' },
  { desktop: 'ar light', phone: 'fr dark', narrow: 'en light' },
] as const satisfies Record<'desktop' | 'phone' | 'narrow', `${Language} ${Theme}`>[];

const isInPackage = import.meta.dirname.includes('node_modules');

/** The width of the narrowest phones. */
const NARROWEST = 320;

function visitsOf({ isOfEngine, isLikeOthers }: View, index: number, isMobile: boolean) {
  const getsNarrow = Boolean(isInPackage ? isOfEngine : isLikeOthers);
  const { desktop, phone, narrow } = ROTATION[index % ROTATION.length]!;
  const visits = isMobile ? [phone, ...(getsNarrow ? [] : [narrow])] : [desktop];
  return visits.map((visit) => {
    const [language, theme] = visit.split(' ') as [Language, Theme];
    const isNarrow = visit === narrow;
    return { language, theme, isRead: !isNarrow, isNarrow, getsNarrow: isMobile && getsNarrow };
  });
}

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
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const [index, [view, ...opened]] of viewsOfOneLoad().entries()) {
    const names = [view, ...opened].map(({ name }) => name).join(', ');
    test(`${names}: complete and accessible`, { tag: '@phone' }, async ({
      browser,
      isMobile,
      playwright,
      baseURL,
    }) => {
      records ??= prepare(() => playwright.request.newContext({ baseURL: baseURL! }));
      const ids = await records;
      const visitor = await visitorPages.get(browser, view.by);
      const { page } = visitor;
      await visitor.begin(view.status);
      const screen = page.viewportSize()!;
      for (const { language, theme, isRead, isNarrow, getsNarrow } of visitsOf(view, index, isMobile)) {
        if (isNarrow) await resize(page, { ...screen, width: NARROWEST });
        await page.emulateMedia({ colorScheme: theme });
        const status = await visit(page, viewOf(view, ids), language);
        test.skip(status === undefined, `${view.address}: there is no record`);
        expect(status).toBe(view.status ?? 200);
        const late = visitor.takeLateRequests();
        const isLate = (path: string) => !view.open && (path.startsWith('/api/') ? !view.isOwn : !view.later);
        expect.soft(late.filter(isLate), 'asked for late').toEqual([]);
        const shown = { language, theme, isMobile, isRead, getsNarrow };
        await expectWhole(page, { view, ...shown });
        for (const part of opened) {
          await page.evaluate(forgetShifts);
          await open(page, part);
          await expectWhole(page, { view: part, ...shown, isOnTop: Boolean(part.shows) });
        }
        await view.later?.(page);
        // Loaded modules import more, which the next view would seem to request.
        if (view.later) await settled(page);
        visitor.takeLateRequests();
        if (isNarrow) await resize(page, screen);
      }
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
  /** Whether axe checks it. */
  readonly isRead: boolean;
  /** Whether the screen gets as narrow as the narrowest one. */
  readonly getsNarrow: boolean;
  /** Whether it is on top of a page that was checked before. */
  readonly isOnTop?: boolean;
}

async function expectWhole(page: Page, { view, language, theme, isMobile, isOnTop, ...shown }: Shown) {
  const { isRead, getsNarrow } = shown;
  const where = `${view.name}, ${language}, ${theme}`;
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  await expect.soft
    .poll(() => page.evaluate(readHead), where)
    .toEqual({ language, direction, theme, title: expect.stringMatching(titleFor(view.by)) });
  const { by, moved } = await page.evaluate(shifts);
  expect.soft(by, `moved while it loaded: ${where}: ${moved}`).toBeLessThan(0.02);
  if (isRead) expect.soft(await violations(page, isOnTop ? view.shows : undefined), where).toEqual([]);
  await expectTextFits(page, {
    where,
    isRead,
    getsNarrow,
    isTouched: isMobile && !view.address.startsWith('/manager'),
  });
}

const titleFor = (visitor: Visitor) =>
  new RegExp(
    `^${isInStaging(visitor) ? '🧪 Staging · ' : '(?!🧪)'}.+ · ${product.name.replace(/[^\p{L}\p{N} ]/gu, '\\$&')}$`,
  );

interface Fit {
  readonly where: string;
  readonly isRead: boolean;
  readonly getsNarrow: boolean;
  /** Whether no target may be too small for a finger. */
  readonly isTouched: boolean;
}

/**
 * Checks that no text is missing and that nothing scrolls horizontally: on this screen, when it gets narrow,
 * and when it is read, with doubled text size.
 */
async function expectTextFits(page: Page, { where, isRead, getsNarrow, isTouched }: Fit) {
  const screen = page.viewportSize()!;
  const given = { width: screen.width, doublesText: isRead };
  const { smallTargets, ...others } = await page.evaluate(findProblems, given);
  expect.soft(others, where).toEqual({ missingTexts: [], tooWide: [], widthOfLargeText: undefined });
  if (isTouched) expect.soft(smallTargets, `too small to touch: ${where}`).toEqual([]);
  if (!getsNarrow) return;
  await resize(page, { ...screen, width: NARROWEST });
  const { tooWide } = await page.evaluate(findProblems, { width: NARROWEST, onlyWidth: true });
  expect.soft(tooWide, `too wide for ${NARROWEST} px: ${where}`).toEqual([]);
  await resize(page, screen);
}

async function resize(page: Page, screen: { readonly width: number; readonly height: number }) {
  // On an empty spot: a page that gets narrow may move a link under the pointer, which loads its page.
  await page.mouse.move(0, 0);
  await page.setViewportSize(screen);
}
