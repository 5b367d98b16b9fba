import { type BrowserContext, test as base, type Page } from '@playwright/test';

/*
 * A new page, a process of the browser, is half of the cost of a short test. Tests with this `test` get the
 * page of the previous test in the same worker, almost as if it were new: on an empty document of the
 * product, without cookies, storage, routes, or emulated conditions. Its history and the browser's cache
 * remain: tests of those, and tests that set options of the context, use Playwright's own `test`.
 */

interface Kept {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly size: ReturnType<Page['viewportSize']>;
  /** Whether a test has had irreversible effects, so that the next one gets another page. */
  isSpoilt: boolean;
}

let kept: Kept | undefined;

/** Playwright's `test` on the emptied page of the previous test. */
export const test = base.extend<{ sharedPage: Kept }>({
  sharedPage: async ({ browser }, use) => {
    kept = kept && !kept.isSpoilt && !kept.page.isClosed() ? kept : await replaceKept(browser.newContext());
    await reset(kept);
    await use(kept);
  },
  context: ({ sharedPage }, use) => use(sharedPage.context),
  page: ({ sharedPage }, use) => use(sharedPage.page),
});

async function replaceKept(opening: Promise<BrowserContext>): Promise<Kept> {
  await kept?.context.close();
  const context = await opening;
  const page = await context.newPage();
  const made: Kept = { context, page, size: page.viewportSize(), isSpoilt: false };
  watch(made, page, ['addInitScript', 'exposeFunction', 'exposeBinding']);
  watch(made, context, ['addInitScript', 'exposeFunction', 'exposeBinding']);
  watch(made, page.clock, ['install', 'setFixedTime', 'setSystemTime']);
  return made;
}

/** Records calls whose effect lasts as long as the page. */
function watch<Name extends string>(
  made: Kept,
  object: Record<Name, (...given: never[]) => unknown>,
  names: Name[],
) {
  for (const name of names) {
    const call = object[name].bind(object);
    object[name] = (...given) => {
      made.isSpoilt = true;
      return call(...given);
    };
  }
}

async function reset({ context, page, size }: Kept) {
  for (const other of context.pages()) if (other !== page) await other.close();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await openNothing(page);
  await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null });
  if (size) await page.setViewportSize(size);
  await clearStorage(page);
  await context.clearCookies();
}

/** Removes what earlier documents of the same site have stored. */
export async function clearStorage(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

const NOTHING = '/nothing-between-tests';

/**
 * Opens an empty document, to which the previous page can no longer write. It has the policy of the product's
 * pages; otherwise the browser would open the next page in a new process.
 */
export async function openNothing(page: Page): Promise<void> {
  const headers = { 'cross-origin-opener-policy': 'same-origin' };
  await page.route(`**${NOTHING}`, (route) =>
    route.fulfill({ contentType: 'text/html', headers, body: '<!doctype html>' }),
  );
  await page.goto(NOTHING);
  await page.unrouteAll();
}
