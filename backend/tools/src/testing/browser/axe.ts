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
 * Axe as one minified script. DevTools sends it to every document as a script with a name, so the browser
 * compiles it once for all documents of a process. Playwright's `eval` would compile it again each time.
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
 * Checks the current page against all rules; with a CSS selector only the dialog or popover around its
 * element, on top of a page that was checked before, and the buttons that have opened it.
 */
export async function violations(page: Page, onTop?: string): Promise<Violation[]> {
  await addAxe(page);
  await page.evaluate(settled);
  const found = await page.evaluate(run, { selector: onTop, options: OPTIONS });
  const tooSmall = targetsTooSmall(found);
  const covered = new Set(tooSmall.length > 0 ? await page.evaluate(coveredOrCut, tooSmall) : []);
  return found
    .map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      where: nodes
        .filter(({ target }) => id !== TARGET_SIZE || !covered.has(target.join(' ')))
        .map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`),
    }))
    .filter(({ where }) => where.length > 0);
}

/** Waits for the animations that end: a dialog that is still fading in has too little contrast. */
async function settled() {
  const ending = document
    .getAnimations()
    .filter(
      ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    );
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

interface Run {
  readonly selector: string | undefined;
  readonly options: axe.RunOptions;
}

/** Runs in a page. What axe says about rules that the page follows would be most of the response. */
async function run({ selector, options }: Run): Promise<axe.Result[]> {
  const part = () => {
    if (selector === undefined) return document;
    const shown = [...document.querySelectorAll(selector)].find(
      (element) =>
        element.getClientRects().length > 0 && element.checkVisibility({ visibilityProperty: true }),
    );
    const top = shown?.closest('dialog[open], :popover-open');
    if (!top) throw new Error('It is not on top of the page.');
    return { include: [top, ...document.querySelectorAll('[aria-expanded=true]')] };
  };
  return (await window.axe.run(part(), options)).violations;
}

const TARGET_SIZE = 'target-size';

/** A target that axe reports as too small, and targets that it reports as too near, by their selectors. */
interface SmallTarget {
  readonly selector: string;
  readonly neighbours: readonly string[];
}

const targetsTooSmall = (found: readonly axe.Result[]): SmallTarget[] =>
  found
    .filter(({ id }) => id === TARGET_SIZE)
    .flatMap(({ nodes }) =>
      nodes.map(({ target, any }) => ({
        selector: target.join(' '),
        neighbours: any.flatMap(({ relatedNodes = [] }) => relatedNodes.map((node) => node.target.join(' '))),
      })),
    );

/**
 * Returns the selectors of targets that are behind an open popover, or, once they are scrolled into view,
 * large enough or far enough from the visible parts of their neighbours. Axe does not know the top layer: an
 * open popover, which a press anywhere else closes, makes no target behind it smaller. Nor does it know that
 * a list scrolls, and that a long link is cut at the end of its cell: what is not visible is neither a target
 * nor in the way of one.
 */
function coveredOrCut(targets: readonly SmallTarget[]): string[] {
  const popovers = [...document.querySelectorAll(':popover-open')];
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
  const isSmall = ({ width, height }: DOMRect) => Math.min(width, height) < 24;
  const centreOf = ({ left, right, top, bottom }: DOMRect) =>
    [(left + right) / 2, (top + bottom) / 2] as const;
  const isReachable = (element: Element, seen: DOMRect): boolean => {
    const [x, y] = centreOf(seen);
    const hits = (dx: number, dy: number) => element.contains(document.elementFromPoint(x + dx, y + dy));
    return !isSmall(seen) && [-11, 11].every((dx) => [-11, 11].every((dy) => hits(dx, dy)));
  };
  // A circle of 24 pixels around its centre meets neither a neighbour nor the circle of a small one.
  const isFarFrom = (seen: DOMRect, neighbour: DOMRect): boolean => {
    if (neighbour.width === 0 || neighbour.height === 0) return true;
    const [x, y] = centreOf(seen);
    const [otherX, otherY] = centreOf(neighbour);
    if (isSmall(neighbour) && Math.hypot(x - otherX, y - otherY) < 24) return false;
    const { left, right, top, bottom } = neighbour;
    return Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0)) >= 12;
  };
  const isBehind = (element: Element, box: DOMRect): boolean =>
    popovers.some((popover) => {
      const over = popover.getBoundingClientRect();
      const meets =
        box.left < over.right && box.right > over.left && box.top < over.bottom && box.bottom > over.top;
      return meets && !popover.contains(element);
    });
  const isFine = ({ selector, neighbours }: SmallTarget): boolean => {
    const element = document.querySelector(selector);
    if (!element || isBehind(element, element.getBoundingClientRect())) return element !== null;
    element.scrollIntoView({ block: 'center', inline: 'center' });
    const seen = seenPart(element);
    if (isReachable(element, seen)) return true;
    const others = neighbours.flatMap((one) => document.querySelector(one) ?? []).map(seenPart);
    return (
      seen.width > 0 &&
      seen.height > 0 &&
      neighbours.length > 0 &&
      others.every((one) => isFarFrom(seen, one))
    );
  };
  return targets.filter(isFine).map(({ selector }) => selector);
}
