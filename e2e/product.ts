import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import { ServerFolder } from '#backend/testing/server-process.ts';
import { CHROMIUM_FLAGS, getChromium } from './browser.ts';
import type { Visitor } from './pages.ts';
import { ADMIN, newcomer, signInThrough, USER } from './sign-in.ts';

const ADDRESSES: Record<Visitor, string | undefined> = {
  stranger: undefined,
  newcomer: newcomer(),
  user: USER,
  admin: ADMIN,
};

type State = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** The product, running by itself with its sample data, and a browser to look at it. */
export class Product {
  readonly url: string;
  readonly browser: Browser;
  readonly #stop: () => Promise<void>;

  private constructor(url: string, browser: Browser, stop: () => Promise<void>) {
    this.url = url;
    this.browser = browser;
    this.#stop = stop;
  }

  /** Starts the product with an empty data folder, which is taken away in the end. */
  static async start(): Promise<Product> {
    const folder = new ServerFolder();
    const server = await folder.start();
    await server.says(/ready/);
    const browser = await chromium.launch({ executablePath: getChromium(), args: CHROMIUM_FLAGS });
    return new Product(server.url, browser, async () => {
      await browser.close();
      server.signal('SIGTERM');
      await server.ended;
      folder.remove();
    });
  }

  /** What a browser keeps of somebody who has signed in; nothing for a stranger. */
  async signedIn(visitor: Visitor): Promise<State> {
    const context = await this.browser.newContext({ baseURL: this.url });
    const address = ADDRESSES[visitor];
    if (address) await signInThrough(context.request, address);
    const state = await context.storageState();
    await context.close();
    return state;
  }

  stop(): Promise<void> {
    return this.#stop();
  }
}
