import type { Browser, CDPSession, Page } from '@playwright/test';
import { JOBS_PATH, lateRequests } from './late-requests.ts';
import { comeFromIPv6 } from './long-data.ts';
import { changeSettings, staging } from './settings.ts';
import { signIn } from './sign-in.ts';
import type { Visitor } from './views.ts';

/**
 * A page for each kind of visitor, in which a worker opens one view after the other: a new page for each view
 * would take half as much time again. Records errors.
 */
export class VisitorPages {
  readonly #addresses: Readonly<Record<Visitor, string | undefined>>;
  readonly #pages = new Map<Visitor, VisitorPage>();

  /** Receives the address with which each kind of visitor signs in. */
  constructor(addresses: Readonly<Record<Visitor, string | undefined>>) {
    this.#addresses = addresses;
  }

  /** Returns the page of a kind of visitor, signed in. */
  async get(browser: Browser, visitor: Visitor): Promise<VisitorPage> {
    const known =
      this.#pages.get(visitor) ?? (await VisitorPage.open(browser, visitor, this.#addresses[visitor]));
    this.#pages.set(visitor, known);
    return known;
  }
}

/** Returns whether a visitor's pages name an environment. Others' continue with what the server rendered. */
export const isInStaging = (visitor: Visitor): boolean => visitor === 'admin';

/** The page of one kind of visitor. */
export class VisitorPage {
  readonly page: Page;
  /** Errors and warnings of the browser, and responses with an error, since `begin`. */
  readonly trouble: string[] = [];
  readonly #late: string[];
  readonly #session: CDPSession;
  #status = 200;

  private constructor(page: Page, late: string[], session: CDPSession) {
    this.page = page;
    this.#late = late;
    this.#session = session;
    this.#collectTrouble();
  }

  /** Opens a page in a separate context of a signed-in visitor. */
  static async open(browser: Browser, visitor: Visitor, address: string | undefined): Promise<VisitorPage> {
    const page = await (await browser.newContext()).newPage();
    if (address) await signIn(page, address);
    if (isInStaging(visitor)) await changeSettings(page, staging);
    await comeFromIPv6(page);
    await page.addInitScript(watchShifts);
    const late = await lateRequests(page);
    return new VisitorPage(page, late, await page.context().newCDPSession(page));
  }

  /** Prepares a first visit, without files in the browser's cache, with the expected status. */
  async begin(status = 200): Promise<void> {
    await this.#session.send('Network.clearBrowserCache');
    this.trouble.length = 0;
    this.#late.length = 0;
    this.#status = status;
  }

  /** Returns, once, the requests that a file or a script caused, not the document: see `lateRequests`. */
  takeLateRequests(): string[] {
    return this.#late.splice(0);
  }

  #collectTrouble() {
    const { page, trouble } = this;
    page.on('pageerror', (error) => trouble.push(String(error)));
    page.on('console', (message) => {
      if (
        ['error', 'warning'].includes(message.type()) &&
        !message.text().includes(`status of ${this.#status}`)
      )
        trouble.push(message.text());
    });
    page.on('requestfailed', (request) => {
      // The next view may be opened while it is pending.
      if (!request.url().endsWith(JOBS_PATH))
        trouble.push(`${request.url()}: ${request.failure()?.errorText ?? ''}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400 && response.status() !== this.#status)
        trouble.push(`${response.url()}: ${response.status()}`);
    });
  }
}

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

/**
 * Measures the cumulative layout shift, except shifts after a click or key press: for half a second, and on a
 * busy machine, which draws their effects later, for the frames of half a second.
 */
function watchShifts() {
  let sum = 0;
  let framesOfInput = 0;
  const countFrames = () => {
    framesOfInput--;
    if (framesOfInput > 0) requestAnimationFrame(countFrames);
  };
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(
      type,
      () => {
        if (framesOfInput === 0) requestAnimationFrame(countFrames);
        framesOfInput = 30;
      },
      { capture: true },
    );
  new PerformanceObserver((list) => {
    const isByInput = ({ hadRecentInput }: Shift) => hadRecentInput || framesOfInput > 0;
    const found = (list.getEntries() as Shift[]).filter((shift) => !isByInput(shift));
    const { dataset } = document.documentElement;
    for (const { value, sources } of found) {
      sum += value;
      const nodes = sources.map(({ node }) => (node instanceof Element ? node.cloneNode() : node));
      const names = nodes.map((node) => (node instanceof Element ? node.outerHTML : node?.textContent));
      dataset.moved = `${dataset.moved ?? ''} ${value.toFixed(3)} ${names.map((name) => name?.slice(0, 120))}`;
    }
    dataset.shiftedBy = String(sum);
  }).observe({ type: 'layout-shift', buffered: true });
  addEventListener('forgetshifts', () => {
    sum = 0;
    delete document.documentElement.dataset.shiftedBy;
    delete document.documentElement.dataset.moved;
  });
}

/** Resets the sum in a page, after shifts caused by the test itself have been rendered and counted. */
export async function forgetShifts(): Promise<void> {
  for (let frames = 0; frames < 3; frames++)
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  dispatchEvent(new Event('forgetshifts'));
}

/** Runs in a page, and returns its layout shift and the moved elements. */
export function shifts(): { by: number; moved: string } {
  const { shiftedBy = '0', moved = '' } = document.documentElement.dataset;
  return { by: Number(shiftedBy), moved };
}
