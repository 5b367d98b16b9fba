import type { Browser, BrowserContextOptions } from '@playwright/test';

/** A slow phone on a slow line: a quarter of this machine's speed, 1.6 Mbit/s, 150 ms. */
const SLOWER = 4;
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const TIMEOUT_MS = 30_000;

/** A first visit on a slow phone. */
export interface Readiness {
  /** Milliseconds until the page has its heading and no placeholder. */
  readonly ready: number;
  /** The requests that were sent until then. */
  readonly requests: number;
}

/** Opens an address with an empty cache as a slow phone would, and measures when the page can be used. */
export async function measureReady(
  browser: Browser,
  { path, ...options }: { path: string } & BrowserContextOptions,
): Promise<Readiness> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(noteReady);
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.readiness, undefined, { polling: 200, timeout: TIMEOUT_MS });
  const measured = await page.evaluate(() => window.readiness!);
  await context.close();
  return measured;
}

/** Runs in the page. A frame after the content appears, it is painted. */
function noteReady() {
  const look = () => {
    const isReady = document.querySelector('h1') && !document.querySelector('[class*=skeleton i]');
    if (!isReady) return requestAnimationFrame(look);
    const ready = Math.round(performance.now());
    const requests = performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < ready).length;
    window.readiness = { ready, requests: requests + 1 };
    return 0;
  };
  requestAnimationFrame(look);
}

declare global {
  interface Window {
    readiness?: Readiness;
  }
}
