import { join } from 'node:path';
import { changeTheme, visit } from '@bindery/tools/testing/browser/open-page.ts';
import { type Visitor, views, visitors } from '@bindery/tools/testing/browser/views.ts';
import { type BrowserContextOptions, devices, type Page, type ViewportSize } from '@playwright/test';
import { Product } from './support/product.ts';

/*
 * Takes screenshots of every page for review, and the two of the README. With an argument, only of the pages
 * whose name contains it.
 */
const FOLDER = 'pictures';
const LANGUAGES = ['en', 'ar'] as const;
const THEMES = ['light', 'dark'] as const;
const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { ...devices['Pixel 7'], deviceScaleFactor: 1 },
} satisfies Record<string, BrowserContextOptions>;

const README: Readonly<Record<string, string>> = {
  'en light desktop/books': 'docs/manager.png',
  'en light phone/app books': 'docs/app.png',
};

const wanted = process.argv[2] ?? '';
const product = await Product.start();
try {
  for (const visitor of visitors) await takeScreenshots(visitor);
} finally {
  await product.stop();
}

async function takeScreenshots(visitor: Visitor) {
  const storageState = await product.signedIn(visitor);
  const own = views.filter(({ by, name }) => by === visitor && name.includes(wanted));
  for (const [size, device] of Object.entries(SIZES)) {
    const context = await product.browser.newContext({
      baseURL: product.url,
      storageState,
      reducedMotion: 'reduce',
      ...device,
    });
    const page = await context.newPage();
    for (const language of LANGUAGES) {
      for (const view of own) {
        await visit(page, view, language);
        for (const theme of THEMES) {
          await changeTheme(page, theme);
          const name = `${language} ${theme} ${size}/${view.name}`;
          const forReadme = README[name];
          if (forReadme) await page.screenshot({ path: forReadme });
          if (view.shows !== 'dialog') await growToItsHeight(page, device.viewport);
          await page.screenshot({ path: join(FOLDER, `${name}.png`) });
          await page.setViewportSize(device.viewport);
          process.stdout.write(`${name}\n`);
        }
      }
    }
    await context.close();
  }
}

/** Makes the window as high as the page, so that sticky elements stay at its edges. */
async function growToItsHeight(page: Page, { width, height }: ViewportSize) {
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(whole, height) });
}
