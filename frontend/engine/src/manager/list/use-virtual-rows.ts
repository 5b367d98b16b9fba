import type { Resource } from '@bindery/contract/schema/index.ts';
import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListRow } from './list-table.ts';
import { heightOf, heightsOf, measureRows, type RowLayout } from './row-heights.ts';
import { type RowsInView, useRowsInView } from './use-rows-in-view.ts';

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
    initialRect: { width: innerWidth, height: innerHeight },
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
