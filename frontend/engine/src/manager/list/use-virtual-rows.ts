import type { Resource } from '@bindery/contract/schema/index.ts';
import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { Density } from './density.tsx';
import type { ListRow } from './list-table.ts';

/** In longer lists the document contains only the rows that are visible or nearly visible. */
export const VIRTUAL_FROM = 200;

/**
 * Returns whether the next page may make a list virtual. Its rows are measured, so that they stay in
 * position.
 */
export const isLongList = (rows: number): boolean => rows * 2 > VIRTUAL_FROM;

/** The number of rendered rows on each side of the visible ones. */
const OVERSCAN = 10;

/** A row to render, and the height of the omitted rows before it. */
interface PlacedRow {
  readonly row: ListRow;
  readonly index: number;
  readonly space: number;
}

interface VirtualRows {
  readonly rows: readonly PlacedRow[];
  /** The height of the omitted rows after the last one. */
  readonly spaceAfter: number;
  /** The ref that measures a row; undefined if all rows are rendered. */
  readonly measure: ((element: HTMLTableRowElement | null) => void) | undefined;
}

interface VirtualRowsOptions {
  resource: Resource;
  layout: RowLayout;
  rows: readonly ListRow[];
  body: RefObject<HTMLTableSectionElement | null>;
  /** The row with the focus: it stays in the document, so that Tab continues from it. */
  focused: number | undefined;
}

/** Returns the rows of a list to render: all, or the visible ones of a long list. The page scrolls. */
export function useVirtualRows({ resource, layout, rows, body, focused }: VirtualRowsOptions): VirtualRows {
  const isVirtual = rows.length > VIRTUAL_FROM;
  const isLong = isLongList(rows.length);
  const isWhole = useWholeList();
  const heights = heightsOf(resource, layout);
  const top = useTop(body, isLong);
  const inView = useRowsInView({ rows, body, isWhole: !isVirtual });
  useLayoutEffect(() => {
    if (isLong && !isVirtual && !inView) measureRows(heights, body.current!, rows);
  }, [rows, isLong, isVirtual, inView, heights, body]);
  const idAt = useCallback((index: number) => rows[index]!.id, [rows]);
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    enabled: isVirtual,
    count: rows.length,
    getItemKey: idAt,
    estimateSize: (index) => heightOf(heights, idAt(index)),
    measureElement: (element, entry) => {
      const id = idAt(Number(element.dataset.index));
      const exact = entry?.borderBoxSize[0]?.blockSize;
      const height = exact ?? heights.byId.get(id) ?? element.getBoundingClientRect().height;
      heights.byId.set(id, height);
      return height;
    },
    rangeExtractor: useCallback((range: Range) => withFocused(range, focused), [focused]),
    overscan: OVERSCAN,
    scrollMargin: top,
    // Known before the first effect, so that the first render has rows.
    ...(isVirtual && { initialRect: { width: innerWidth, height: innerHeight } }),
  });
  if (!isVirtual || isWhole) return placeAll(rows, inView);
  const items = virtualizer.getVirtualItems();
  const end = { index: rows.length, start: top + virtualizer.getTotalSize() };
  const spaceBefore = (item: Place, before: VirtualItem | undefined) =>
    Math.max(0, item.start - (before?.end ?? top));
  return {
    rows: items.map((item, place) => ({
      row: rows[item.index]!,
      index: item.index,
      space: spaceBefore(item, items[place - 1]),
    })),
    spaceAfter: spaceBefore(end, items.at(-1)),
    measure: virtualizer.measureElement,
  };
}

/** Places all rows, or the ones to paint first. */
function placeAll(rows: readonly ListRow[], inView: RowsInView | undefined): VirtualRows {
  const { first, end, height } = inView ?? { first: 0, end: rows.length, height: 0 };
  return {
    rows: rows.slice(first, end).map((row, place) => ({
      row,
      index: first + place,
      space: place === 0 ? first * height : 0,
    })),
    spaceAfter: (rows.length - end) * height,
    measure: undefined,
  };
}

type Place = Pick<VirtualItem, 'index' | 'start'>;

/** Adds the row with the focus to a range, and its neighbours, which Tab reaches. */
function withFocused(range: Range, focused: number | undefined): number[] {
  const inView = defaultRangeExtractor(range);
  if (focused === undefined) return inView;
  const around = [focused - 1, focused, focused + 1].filter((index) => index >= 0 && index < range.count);
  return [...new Set([...inView, ...around])].sort((a, b) => a - b);
}

/**
 * The last measurement, so that the page has the same height as before when Back restores its scroll
 * position.
 */
let lastTop = 0;

/**
 * Returns the distance of the rows from the top of the page; measures again whenever the height of the page
 * changes.
 */
function useTop(body: RefObject<HTMLTableSectionElement | null>, isNeeded: boolean): number {
  const [top, setTop] = useState(lastTop);
  useLayoutEffect(() => {
    if (!isNeeded) return;
    const measure = () => {
      lastTop = body.current!.getBoundingClientRect().top + scrollY;
      setTop(lastTop);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [body, isNeeded]);
  return top;
}

const isFind = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'F3' || ((ctrlKey || metaKey) && key.toLowerCase() === 'f');

/**
 * Returns whether the document must contain all rows, because the browser reads it: during printing, and once
 * the user has opened the browser's search with a key.
 */
function useWholeList(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  const [isSearched, setSearched] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // Synchronously: the browser continues after the handlers of the event.
    addEventListener('beforeprint', () => flushSync(() => setPrinted(true)), { signal });
    addEventListener('afterprint', () => setPrinted(false), { signal });
    addEventListener('keydown', (event) => isFind(event) && flushSync(() => setSearched(true)), { signal });
    return () => listening.abort();
  }, []);
  return isPrinted || isSearched;
}

/** The parts of a row that are read. */
type Identified = Pick<ListRow, 'id'>;

/** Longer lists are painted twice when other rows replace theirs: the visible rows, then all. */
const AT_ONCE = 40;

/** The number of rows on each side of the visible ones that are painted with them. */
const AROUND = 2;

/** The painted rows, starting at `first`. */
interface RowsInView {
  readonly first: number;
  /** The index after the last one. */
  readonly end: number;
  /** The estimated height of every other row. */
  readonly height: number;
}

interface RowsInViewOptions {
  rows: readonly Identified[];
  body: RefObject<HTMLTableSectionElement | null>;
  /** Whether the document will contain all rows in the end. */
  isWhole: boolean;
}

/**
 * Returns the rows to paint first when others replace them, for example after sorting; undefined once all
 * rows have followed, right after the paint. A click thus responds in a list of 200 rows as fast as in a
 * short one.
 */
export function useRowsInView({ rows, body, isWhole }: RowsInViewOptions): RowsInView | undefined {
  const [complete, setComplete] = useState(rows);
  const inView = useMemo(
    () =>
      isWhole && isReplaced(complete, rows) && body.current ? rowsInView(body.current, rows) : undefined,
    [isWhole, complete, rows, body],
  );
  if (!inView && complete !== rows) setComplete(rows);
  useEffect(() => {
    if (!inView) return;
    // The callback precedes the paint of the visible rows; the transition that it starts follows the paint.
    const frame = requestAnimationFrame(() => startTransition(() => setComplete(rows)));
    return () => cancelAnimationFrame(frame);
  }, [inView, rows]);
  return inView;
}

/** Returns whether the rows are different ones, rather than the same ones with more after them. */
const isReplaced = (before: readonly Identified[], rows: readonly Identified[]) =>
  rows.length > AT_ONCE && rows[0]!.id !== before[0]?.id;

/** Returns the rows that will be visible, at the height of the current ones; undefined if all will be. */
function rowsInView(body: HTMLTableSectionElement, rows: readonly Identified[]): RowsInView | undefined {
  const { top, height: total } = body.getBoundingClientRect();
  const height = total / body.rows.length;
  if (!(height > 0)) return undefined;
  const inWindow = Math.ceil(innerHeight / height) + 2 * AROUND;
  const firstInWindow = Math.floor(-top / height) - AROUND;
  // A shorter list scrolls back to its end.
  const first = Math.max(0, Math.min(firstInWindow, rows.length - inWindow));
  const end = Math.min(rows.length, first + inWindow);
  // The row with the focus would lose the focus.
  const focused = body.querySelector(':focus')?.closest('tr')?.querySelector('[data-record-link]')?.id;
  const isFocusKept = rows.every(({ id }, index) => id !== focused || (index >= first && index < end));
  return isFocusKept && end - first < rows.length ? { first, end, height } : undefined;
}

/** The layout of rows: one line of one of two heights, or two lines on a phone. */
export type RowLayout = Density | 'phone';

/** The height of a row before any row is measured. */
export const ROW_HEIGHTS: Readonly<Record<RowLayout, number>> = { compact: 38, comfortable: 48, phone: 66 };

/** The measured heights of the rows of a resource. */
interface RowHeights {
  readonly byId: Map<string, number>;
  readonly layout: RowLayout;
  /** The height of the rows that are not measured yet. Another estimate would move the rows after them. */
  estimate: number | undefined;
}

const known = new Map<string, RowHeights>();

/**
 * Returns the row heights of a resource. They outlive the list, so that Back finds every row in its position.
 */
function heightsOf({ name }: Resource, layout: RowLayout): RowHeights {
  const last = known.get(name);
  const heights = last?.layout === layout ? last : { byId: new Map(), layout, estimate: undefined };
  known.set(name, heights);
  return heights;
}

/** Returns the measured height of a row, or the average of all. */
function heightOf(heights: RowHeights, id: string): number {
  heights.estimate ??= averageOf(heights);
  return heights.byId.get(id) ?? heights.estimate;
}

function averageOf({ byId, layout }: RowHeights): number {
  if (byId.size === 0) return ROW_HEIGHTS[layout];
  return byId.values().reduce((sum, height) => sum + height, 0) / byId.size;
}

/** Measures all rows of a table body that contains no other rows. */
function measureRows(heights: RowHeights, body: HTMLTableSectionElement, rows: readonly ListRow[]): void {
  const elements = [...body.rows];
  for (const [index, { id }] of rows.entries())
    heights.byId.set(id, elements[index]!.getBoundingClientRect().height);
  heights.estimate = undefined;
}
