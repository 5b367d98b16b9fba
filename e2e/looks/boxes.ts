import type { Page } from '@playwright/test';

/** A landmark, heading or control, and where it is on the page, in pixels. */
export interface Box {
  readonly what: string;
  readonly box: readonly [x: number, y: number, width: number, height: number];
}

/** Pixels by which fonts of another machine, or another version of the browser, may move a box. */
const TOLERANCE = 8;
/** The share by which another system font may change the width of a text, and move the boxes after it. */
const SHARE = 0.2;

/** Returns the boxes of the landmarks, headings and controls in the window. */
export const boxesOf = (page: Page): Promise<Box[]> =>
  page.evaluate(() => {
    const parts =
      'header, nav, main, aside, section, dialog, h1, h2, h3, a[href], button, input, select, textarea, th';
    return [...document.querySelectorAll(parts)].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const isInWindow = y < innerHeight && y + height > 0 && x < innerWidth && x + width > 0;
      if (width === 0 || height === 0 || !isInWindow || !element.checkVisibility()) return [];
      const box = [x, y, width, height].map(Math.round) as [number, number, number, number];
      return [{ what: element.localName, box }];
    });
  });

/** Returns the misplaced boxes; none if the pages have the same layout. */
export function displaced(wanted: readonly Box[], got: readonly Box[]): string[] {
  const kinds = (boxes: readonly Box[]) => boxes.map(({ what }) => what).join(' ');
  if (kinds(wanted) !== kinds(got)) return [`wanted: ${kinds(wanted)}`, `got: ${kinds(got)}`];
  return wanted.flatMap(({ what, box }, index) => {
    const other = got[index]!.box;
    const width = Math.max(box[2], other[2]);
    const allowed = [
      Math.max(TOLERANCE, SHARE * width),
      TOLERANCE,
      Math.max(TOLERANCE, SHARE * width),
      TOLERANCE,
    ];
    const isNear = box.every((value, side) => Math.abs(value - other[side]!) <= allowed[side]!);
    return isNear ? [] : [`${what}: wanted ${box}, got ${other}`];
  });
}
