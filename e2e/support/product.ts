import { ServerFolder } from '@bindery/backend/testing/server-process.ts';
// The server starts with the folder of the product.
import '@bindery/tools/testing/browser/product.ts';
import { CHROMIUM_FLAGS, getChromium } from '@bindery/tools/testing/browser/chromium.ts';
import { ADMIN, newcomer, signInThrough, USER } from '@bindery/tools/testing/browser/sign-in.ts';
import type { Visitor } from '@bindery/tools/testing/browser/views.ts';
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import type { CopyServer } from './project-copy.ts';

const ADDRESSES: Record<Visitor, string | undefined> = {
  stranger: undefined,
  newcomer: newcomer(),
  user: USER,
  admin: ADMIN,
};

type State = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** A running server with sample data, and a browser. */
export class Product {
  readonly url: string;
  readonly browser: Browser;
  readonly #server: CopyServer;

  private constructor(server: CopyServer, browser: Browser) {
    this.url = server.url;
    this.browser = browser;
    this.#server = server;
  }

  /** Starts this project with temporary data, unless `server` is given. */
  static async start(server?: CopyServer): Promise<Product> {
    const running = server ?? (await startBuiltServer());
    const browser = await chromium.launch({ executablePath: getChromium(), args: CHROMIUM_FLAGS });
    return new Product(running, browser);
  }

  /** Returns the storage state of a signed-in visitor; empty for an anonymous one. */
  async signedIn(visitor: Visitor): Promise<State> {
    const context = await this.browser.newContext({ baseURL: this.url });
    const address = ADDRESSES[visitor];
    if (address) await signInThrough(context.request, address);
    const state = await context.storageState();
    await context.close();
    return state;
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.#server.stop();
  }
}

async function startBuiltServer(): Promise<CopyServer> {
  const folder = new ServerFolder();
  const server = await folder.start();
  await server.says(/ready/);
  const stop = async () => {
    server.signal('SIGTERM');
    await server.ended;
    folder.remove();
  };
  return { url: server.url, stop };
}
