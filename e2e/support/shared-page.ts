import { type BrowserContext, test as base, type Page } from '@playwright/test';

/*
 * Half of what a short test costs is a page of its own: a new process of the browser. Tests with this `test` get the page
 * of the test before them in the same worker, almost as if it were new: on an empty document of the product, without
 * cookies, storage, routes, or emulated conditions. Its history and the browser's cache stay: tests of those take
 * Playwright's own `test`, and so do those that set options of the context.
 */

interface Kept {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly size: ReturnType<Page['viewportSize']>;
  /** Whether a test did what cannot be taken back, so that the next one gets another page. */
  isSpoilt: boolean;
}

let kept: Kept | undefined;

/** Playwright's `test` on the page of the test before, emptied. */
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

/** Notes calls whose effect lasts as long as the page. */
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
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null });
  if (size) await page.setViewportSize(size);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
}

const NOTHING = '/nothing-between-tests';

/**
 * Opens an empty document, which the page before can no longer write into. It has the policy of the product's pages,
 * without which the browser would open the next one in a new process.
 */
async function openNothing(page: Page) {
  const headers = { 'cross-origin-opener-policy': 'same-origin' };
  await page.route(`**${NOTHING}`, (route) =>
    route.fulfill({ contentType: 'text/html', headers, body: '<!doctype html>' }),
  );
  await page.goto(NOTHING);
  await page.unrouteAll();
}
