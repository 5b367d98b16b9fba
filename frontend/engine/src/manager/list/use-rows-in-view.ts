import { type RefObject, startTransition, useEffect, useMemo, useState } from 'react';
import type { ListRow } from './list-table.ts';

/** The parts of a row that are read. */
type Identified = Pick<ListRow, 'id'>;

/** Longer lists are painted twice when other rows replace theirs: the visible rows, then all. */
const AT_ONCE = 40;

/** The number of rows on each side of the visible ones that are painted with them. */
const AROUND = 2;

/** The painted rows, starting at `first`. */
export interface RowsInView {
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
