import { setTimeout as wait } from 'node:timers/promises';
import type { Language } from '@bindery/contract/records/init.ts';
import type { Page, Request } from '@playwright/test';
import { addressOf, type View } from './views.ts';

const STILL_MS = 80;
const POLL_MS = STILL_MS / 2;
const TIMEOUT_MS = 20_000;

/**
 * Opens a view in a language and waits until it has loaded completely. Returns the status of the response, or
 * undefined without opening anything if its resource has no record.
 */
export async function visit(page: Page, view: View, language: Language): Promise<number | undefined> {
  const address = await addressOf(view, page.context().request);
  if (address === undefined) return undefined;
  // A resized page may move a link under the pointer, which preloads its target: leaving now would abort that
  // request.
  watchRequests(page);
  await noRequests(page);
  await chooseLanguage(page, language);
  const response = await page.goto(address);
  await settled(page);
  await open(page, view);
  return response?.status();
}

/** Opens the part of a view on top of its page, which is already open. */
export async function open(page: Page, view: View): Promise<void> {
  await view.open?.(page);
  if (view.open || view.shows) await settled(page, view.shows);
}

/** Sets the language cookie: `?lng=` would store the language with an account that tests share. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  const context = page.context();
  const address = /^http/.test(page.url()) ? page.url() : (await context.request.head('/robots.txt')).url();
  const { origin } = new URL(address);
  await context.addCookies([{ name: 'i18next', value: language, url: origin }]);
}

/** The theme in which a page is opened. */
export type Theme = 'light' | 'dark';

/** Changes the system's colour scheme, which the pages follow. */
export async function changeTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForSelector(`html.${theme}`);
}

const requests = new WeakMap<Page, Set<Request>>();

function watchRequests(page: Page) {
  if (requests.has(page)) return;
  const underWay = new Set<Request>();
  requests.set(page, underWay);
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
}

/**
 * Waits until the page has its heading, no pending requests, no placeholders, and no running animations; with
 * a selector, also a visible element of it.
 */
export async function settled(page: Page, selector?: string): Promise<void> {
  do {
    if (!(await isComplete(page, selector, TIMEOUT_MS)))
      throw new Error(`${page.url()} does not become complete${selector ? `, with ${selector}` : ''}`);
    await noRequests(page);
    await wait(STILL_MS);
    // The last response may cause further requests.
  } while (!(await isComplete(page, selector)) || requests.get(page)!.size > 0);
}

async function noRequests(page: Page): Promise<void> {
  const underWay = requests.get(page)!;
  for (const end = Date.now() + TIMEOUT_MS; underWay.size > 0; await wait(POLL_MS / 2))
    if (Date.now() > end)
      throw new Error(`${page.url()} still waits for ${[...underWay].map((r) => r.url())}`);
}

/**
 * Returns whether the page is complete, within a time. Playwright's `waitForFunction` and `waitForSelector`
 * would first send their script of 340 kB to the document.
 */
async function isComplete(page: Page, selector: string | undefined, withinMs = 0): Promise<boolean> {
  for (const end = Date.now() + withinMs; ; ) {
    const polls = Math.max((end - Date.now()) / POLL_MS, 0);
    try {
      return await page.evaluate(pollComplete, { selector, polls, everyMs: POLL_MS });
    } catch (error) {
      if (!/because of a navigation/.test(String(error))) throw error;
      // The next document may be complete in time.
      if (Date.now() >= end) return false;
    }
  }
}

interface Polling {
  readonly selector: string | undefined;
  readonly polls: number;
  readonly everyMs: number;
}

/** Runs in a page, whose clock may stand still, when it has no other tasks. */
async function pollComplete({ selector, polls, everyMs }: Polling): Promise<boolean> {
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const complete = () => {
    const moves = document.getAnimations().some(({ playState }) => playState === 'running');
    const waits = document.querySelector('[class*=skeleton i]');
    const lacks = selector && ![...document.querySelectorAll(selector)].some(isVisible);
    return !moves && !waits && !lacks && document.querySelector('h1') !== null;
  };
  // On a busy machine, a page that the server rendered takes a while to become one that sends requests.
  const idle = () => scheduler.postTask(() => undefined, { priority: 'background' });
  for (let left = polls; ; left--) {
    await idle();
    if (complete()) return true;
    if (left < 1) return false;
    await new Promise((settle) => setTimeout(settle, everyMs));
  }
}
