import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CDPSession, Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    /** Added to a page by axe's own source. */
    readonly axe: typeof axe;
  }
}

/** The rules of WCAG 2.2 AA, and axe's best practices. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** An accessibility rule that a page violates, and the offending elements. */
export interface Violation {
  readonly rule: string;
  readonly where: readonly string[];
}

const OPTIONS: axe.RunOptions = {
  runOnly: { type: 'tag', values: TAGS },
  resultTypes: ['violations'],
};

/**
 * Axe as one minified script. DevTools sends it to every document as a script with a name, so the browser compiles it once
 * for all documents of a process. Playwright's `eval` would compile it again each time.
 */
const script = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
//# sourceURL=axe.min.js`;

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Adds axe to a document without it: a second one would lose the runs of the first. */
async function addAxe(page: Page) {
  if (await page.evaluate(() => 'axe' in window)) return;
  if (!sessions.has(page)) sessions.set(page, page.context().newCDPSession(page));
  const session = await sessions.get(page);
  const failure = (await session?.send('Runtime.evaluate', { expression: script }))?.exceptionDetails;
  if (failure) throw new Error(`Axe could not be added to ${page.url()}: ${failure.text}`);
}

/**
 * Checks the current page against all rules; with a selector only the dialog or popover around its element, on top of
 * a page that was checked before, and the buttons that have opened it.
 */
export async function violations(page: Page, onTop?: string): Promise<Violation[]> {
  await addAxe(page);
  const results = onTop
    ? await page.locator(onTop).filter({ visible: true }).first().evaluate(runOnTop, OPTIONS)
    : await page.evaluate((options) => window.axe.run(document, options), OPTIONS);
  const tooSmall = targetsTooSmall(results);
  const covered = new Set(tooSmall.length > 0 ? await page.evaluate(coveredOrCut, tooSmall) : []);
  return results.violations
    .map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      where: nodes
        .filter(({ target }) => id !== TARGET_SIZE || !covered.has(target.join(' ')))
        .map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`),
    }))
    .filter(({ where }) => where.length > 0);
}

function runOnTop(element: Element, options: axe.RunOptions): Promise<axe.AxeResults> {
  const top = element.closest('dialog[open], :popover-open');
  if (!top) throw new Error('It is not on top of the page.');
  return window.axe.run({ include: [top, ...document.querySelectorAll('[aria-expanded=true]')] }, options);
}

const TARGET_SIZE = 'target-size';

/** A target that axe reports as too small, and targets that it reports as too near, by their selectors. */
interface SmallTarget {
  readonly selector: string;
  readonly neighbours: readonly string[];
}

const targetsTooSmall = ({ violations: found }: axe.AxeResults): SmallTarget[] =>
  found
    .filter(({ id }) => id === TARGET_SIZE)
    .flatMap(({ nodes }) =>
      nodes.map(({ target, any }) => ({
        selector: target.join(' '),
        neighbours: any.flatMap(({ relatedNodes = [] }) => relatedNodes.map((node) => node.target.join(' '))),
      })),
    );

/**
 * Returns the selectors of targets that are behind an open popover, at the edge of a scrolling or clipping container,
 * large enough once they are scrolled into view, or far enough from the visible parts of their neighbours. Axe does not
 * know the top layer: an open popover, which a press anywhere else closes, makes no target behind it smaller. Nor does it
 * know that a list scrolls, and that a long link is cut at the end of its cell.
 */
function coveredOrCut(targets: readonly SmallTarget[]): string[] {
  const popovers = [...document.querySelectorAll(':popover-open')];
  const isCut = (element: Element, box: DOMRect): boolean => {
    const frame = element.parentElement;
    if (!frame) return false;
    const { left, right, top, bottom } = frame.getBoundingClientRect();
    const isWithin = box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom;
    if (!isWithin && getComputedStyle(frame).overflow !== 'visible') return true;
    return isCut(frame, box);
  };
  const isReachable = (element: Element): boolean => {
    element.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (Math.min(right - left, bottom - top) < 24) return false;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return [-11, 11].every((dx) =>
      [-11, 11].every((dy) => element.contains(document.elementFromPoint(x + dx, y + dy))),
    );
  };
  const seenPart = (element: Element): DOMRect => {
    const box = element.getBoundingClientRect();
    let [left, right, top, bottom] = [box.left, box.right, box.top, box.bottom];
    for (let frame = element.parentElement; frame; frame = frame.parentElement) {
      if (getComputedStyle(frame).overflow === 'visible') continue;
      const around = frame.getBoundingClientRect();
      [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
      [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
    }
    return new DOMRect(left, top, Math.max(right - left, 0), Math.max(bottom - top, 0));
  };
  const isFarFrom = (element: Element, neighbours: readonly string[]): boolean => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return neighbours.every((selector) => {
      const neighbour = document.querySelector(selector);
      if (!neighbour) return true;
      const seen = seenPart(neighbour);
      const away = [Math.max(seen.left - x, x - seen.right, 0), Math.max(seen.top - y, y - seen.bottom, 0)];
      return Math.hypot(...away) >= 12;
    });
  };
  const isFine = ({ selector, neighbours }: SmallTarget): boolean => {
    const element = document.querySelector(selector);
    const box = element?.getBoundingClientRect();
    if (element && box && (isCut(element, box) || isReachable(element))) return true;
    if (element && neighbours.length > 0 && isFarFrom(element, neighbours)) return true;
    return popovers.some((popover) => {
      const over = popover.getBoundingClientRect();
      const meets =
        box &&
        box.left < over.right &&
        box.right > over.left &&
        box.top < over.bottom &&
        box.bottom > over.top;
      return meets && !popover.contains(element ?? null);
    });
  };
  return targets.filter(isFine).map(({ selector }) => selector);
}
