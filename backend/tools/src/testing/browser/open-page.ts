import { setTimeout as wait } from 'node:timers/promises';
import type { Language } from '@bindery/contract/records/init.ts';
import type { Page, Request } from '@playwright/test';
import { addressOf, type View } from './views.ts';

const STILL_MS = 80;
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
  if (view.shows) await page.waitForSelector(view.shows);
  if (view.open || view.shows) await settled(page);
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

/** Waits until the page has its heading, no pending requests, no placeholders, and no running animations. */
export async function settled(page: Page): Promise<void> {
  const options = { polling: STILL_MS / 2, timeout: TIMEOUT_MS };
  do {
    await page.waitForFunction(isComplete, undefined, options);
    await noRequests(page);
    await wait(STILL_MS);
    // The last response may cause further requests.
  } while (requests.get(page)!.size > 0 || !(await page.evaluate(isComplete)));
}

async function noRequests(page: Page): Promise<void> {
  const underWay = requests.get(page)!;
  for (const end = Date.now() + TIMEOUT_MS; underWay.size > 0; await wait(STILL_MS / 4))
    if (Date.now() > end)
      throw new Error(`${page.url()} still waits for ${[...underWay].map((r) => r.url())}`);
}

function isComplete() {
  const moves = document.getAnimations().some(({ playState }) => playState === 'running');
  const waits = document.querySelector('[class*=skeleton i]');
  return !moves && !waits && document.querySelector('h1') !== null;
}
