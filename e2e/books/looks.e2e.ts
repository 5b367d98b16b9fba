import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepareDatabase } from '@bindery/backend/testing/prepare-database.ts';
import { ServerFolder, type ServerProcess } from '@bindery/backend/testing/server-process.ts';
import { open, visit } from '@bindery/tools/testing/browser/open-page.ts';
import { ADMIN, signInThrough, USER } from '@bindery/tools/testing/browser/sign-in.ts';
import type { View, Visitor } from '@bindery/tools/testing/browser/views.ts';
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  expect,
  type Page,
  test,
  type ViewportSize,
} from '@playwright/test';
import sharp from 'sharp';
import { type Box, boxesOf, displaced } from '../looks/boxes.ts';
import { differenceOf, toStored } from '../looks/compare-pictures.ts';
import { picturedPages, type VariantName, variants } from '../looks/pages.ts';
import { clearStorage, openNothing } from '../support/shared-page.ts';
import { isStarter } from '../support/starter.ts';

/*
 * Compares pages with the pictures beside this file. `npm run looks` takes them again; check changed ones
 * before you commit them. If this browser, with these fonts, took the pictures, pixels are compared,
 * otherwise the boxes of landmarks, headings and controls. The clock of the server does not advance.
 */
const FOLDER = join(import.meta.dirname, 'looks');
const MADE_WITH = join(FOLDER, 'made-with.txt');
const NOW = new Date('2026-06-17T09:30:00Z');
const takesAgain = process.env.TAKE_PICTURES === 'true';
/** Limits the test to pages whose name contains it. */
const wantedPages = process.env.PICTURES_OF ?? '';
const ADDRESSES: Partial<Record<Visitor, string>> = { admin: ADMIN, user: USER };

const folder = new ServerFolder();
let server: ServerProcess;
const states = new Map<Visitor, Awaited<ReturnType<BrowserContext['storageState']>>>();

test.describe('the pages look like their pictures', () => {
  // The repository of the starter has no pictures of another product.
  if (!isStarter) return;
  // One after the other, because a second worker would start another server.
  test.describe.configure({ mode: 'default', retries: 0 });

  test.beforeAll(async ({ browser }) => {
    const world = pathToFileURL(join(import.meta.dirname, '../looks/frozen-world.mjs'));
    await prepareDatabase(join(folder.path, '.data'), process.cwd());
    server = await folder.start({
      NODE_OPTIONS: `--import ${world}`,
      TZ: 'UTC',
      // The names of sessions derive from it.
      AUTH_SECRET: 'the-same-in-every-run-of-these-tests-alone',
    });
    await server.says(/ready/);
    for (const [visitor, address] of Object.entries(ADDRESSES)) {
      const context = await browser.newContext({
        baseURL: server.url,
        extraHTTPHeaders: { origin: server.url },
      });
      await signInThrough(context.request, address);
      states.set(visitor as Visitor, await context.storageState());
      await context.close();
    }
  });

  test.afterAll(async () => {
    for (const page of pages.values()) await page.context().close();
    server?.signal('SIGTERM');
    await server?.ended;
    folder.remove();
  });

  for (const name of Object.keys(variants) as VariantName[])
    test(name, async ({ browser }, { outputDir }) => {
      const problems: string[] = [];
      let isSameBrowser: boolean | undefined;
      const page = await pageOf(browser, name);
      for (const visitor of ['stranger', 'user', 'admin'] as const) {
        await becomeVisitor(page, visitor);
        let address = '';
        for (const view of pagesOf(visitor, name)) {
          const isOnTop = view.address === address && view.open !== undefined;
          address = view.address;
          const shown = await show(page, view, name, isOnTop);
          isSameBrowser ??= await isMadeWith(page, name);
          problems.push(...(await compare(shown, { view, name, isSameBrowser, outputDir })));
        }
      }
      expect(problems, 'If this is meant: npm run looks').toEqual([]);
    });
});

const pages = new Map<ViewportSize, Page>();

/**
 * Returns a page on the screen of a variant, with its theme: one for all visitors of the screen, because
 * another one would compile all scripts again.
 */
async function pageOf(browser: Browser, name: VariantName): Promise<Page> {
  const { viewport, theme: colorScheme } = variants[name];
  const isMobile = name.includes('phone');
  const known = pages.get(viewport);
  const page =
    known ??
    (await browser.newPage({
      baseURL: server.url,
      viewport,
      timezoneId: 'UTC',
      hasTouch: isMobile,
      isMobile,
    }));
  pages.set(viewport, page);
  await page.emulateMedia({ colorScheme });
  if (!known) await page.clock.setFixedTime(NOW);
  return page;
}

/** Replaces the cookies and storage of the previous visitor. */
async function becomeVisitor(page: Page, visitor: Visitor) {
  await page.context().clearCookies();
  await page.context().addCookies(states.get(visitor)?.cookies ?? []);
  await openNothing(page);
  await clearStorage(page);
}

const pagesOf = (visitor: Visitor, variant: VariantName): View[] =>
  picturedPages(variant).filter(({ by, name }) => by === visitor && name.includes(wantedPages));

interface Shown {
  readonly picture: Buffer;
  readonly boxes: readonly Box[];
}

/** Shows a view, on request on top of its page, which is already open. */
async function show(page: Page, view: View, name: VariantName, isOnTop: boolean): Promise<Shown> {
  const { language } = variants[name];
  if (isOnTop) await open(page, view);
  else await visit(page, view, language);
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(fixRandomParts);
  return { boxes: await boxesOf(page), picture: await screenshotOf(page) };
}

/**
 * Runs in a page: the fingerprints of sessions, which derive from random tokens, become the same, and the
 * caret, which blinks, is hidden.
 */
function fixRandomParts() {
  for (const one of document.querySelectorAll('[class*=fingerprint]'))
    one.textContent = one.textContent!.replace(/[0-9a-f]{8}/, '01234567');
  const hidden = new CSSStyleSheet();
  hidden.replaceSync('* { caret-color: transparent !important }');
  document.adoptedStyleSheets.push(hidden);
}

const devTools = new WeakMap<Page, CDPSession>();

/** Playwright's own screenshot sends a script to the page first, and compresses it better than is needed. */
async function screenshotOf(page: Page): Promise<Buffer> {
  const session = devTools.get(page) ?? (await page.context().newCDPSession(page));
  devTools.set(page, session);
  const { data } = await session.send('Page.captureScreenshot', { optimizeForSpeed: true });
  return Buffer.from(data, 'base64');
}

interface Comparison {
  readonly view: View;
  readonly name: VariantName;
  readonly isSameBrowser: boolean;
  readonly outputDir: string;
}

async function compare({ picture, boxes }: Shown, { view, name, isSameBrowser, outputDir }: Comparison) {
  const file = join(FOLDER, name, view.name);
  if (takesAgain) {
    mkdirSync(join(FOLDER, name), { recursive: true });
    const stored = existsSync(`${file}.webp`) ? readFileSync(`${file}.webp`) : undefined;
    // A picture that still matches stays, so that a commit has only changed ones.
    if (!stored || (await differenceOf(stored, picture)))
      writeFileSync(`${file}.webp`, await toStored(picture));
    writeFileSync(`${file}.txt`, `${JSON.stringify(boxes)}\n`);
    return [];
  }
  if (!existsSync(`${file}.webp`)) return [`${name}, ${view.name}: there is no picture of it`];
  const wanted = readFileSync(`${file}.webp`);
  const difference = isSameBrowser
    ? await differenceOf(wanted, picture)
    : displaced(JSON.parse(readFileSync(`${file}.txt`, 'utf8')), boxes).join('\n');
  if (!difference) return [];
  const out = join(outputDir, view.name);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'wanted.png'), await sharp(wanted).png().toBuffer());
  writeFileSync(join(out, 'got.png'), picture);
  writeFileSync(
    join(out, 'difference.png'),
    typeof difference === 'string' ? ((await differenceOf(wanted, picture)) ?? picture) : difference,
  );
  return [
    `${name}, ${view.name}: see wanted.png, got.png and difference.png in ${out}`,
    ...(typeof difference === 'string' ? [difference] : []),
  ];
}

/** Returns whether this browser with these system fonts took the pictures; when taking them, records it. */
async function isMadeWith(page: Page, name: VariantName): Promise<boolean> {
  const fonts = await page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d')!;
    return ['system-ui', 'monospace', 'serif'].map((family) => {
      context.font = `40px ${family}`;
      return ['Bindery', 'مكتبة'].map((text) => Math.round(context.measureText(text).width * 100));
    });
  });
  const here = JSON.stringify({ chromium: page.context().browser()!.version(), fonts });
  if (takesAgain) {
    mkdirSync(join(FOLDER, name), { recursive: true });
    writeFileSync(MADE_WITH, `${here}\n`);
  }
  return existsSync(MADE_WITH) && readFileSync(MADE_WITH, 'utf8').trim() === here;
}
