import { type ElementHandle, launch } from 'puppeteer-core';
import { type Driver, findElement, type Target } from './driver.ts';
import { findProgram } from './programs.ts';

/** Starts Firefox, driven by puppeteer over WebDriver BiDi. */
export async function startFirefox(): Promise<Driver> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: findProgram('firefox'),
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'en' },
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const find = async (target: Target) =>
    (await page.evaluateHandle(findElement, target)).asElement() as ElementHandle<HTMLElement> | null;
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    run: async (script, input) =>
      (await page.evaluate(script as (input: unknown) => unknown, input)) as ReturnType<typeof script>,
    has: async (target) => (await find(target)) !== null,
    click: async (target) => {
      const element = await find(target);
      await element?.click();
      return element !== null;
    },
    type: async (target, text) => {
      const element = await find(target);
      await element?.evaluate((field) => (field as HTMLInputElement).select());
      await element?.type(text);
      return element !== null;
    },
    close: () => browser.close(),
  };
}
