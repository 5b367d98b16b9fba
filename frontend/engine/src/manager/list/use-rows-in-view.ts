import { type RefObject, startTransition, useEffect, useMemo, useState } from 'react';
import type { ListRow } from './list-table.ts';

/** What is read of a row. */
type Identified = Pick<ListRow, 'id'>;

/** Lists with more rows are painted twice when they are replaced: the rows in view, then all. */
const AT_ONCE = 40;

/** The number of rows that are painted with those in view on either side of them. */
const AROUND = 2;

/** The rows that are painted, from the first one on. */
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
  /** Whether all rows will be in the document in the end. */
  isWhole: boolean;
}

/**
 * Returns the rows to paint first when others replace them, as sorting does; undefined once the others have
 * followed, which they do right after the paint. So a click is answered as soon in a list of 200 rows as in a short one.
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
    // The callback precedes the paint of the rows in view, what it starts follows it.
    const frame = requestAnimationFrame(() => startTransition(() => setComplete(rows)));
    return () => cancelAnimationFrame(frame);
  }, [inView, rows]);
  return inView;
}

/** Returns whether rows are others, rather than the same ones with more after them. */
const isReplaced = (before: readonly Identified[], rows: readonly Identified[]) =>
  rows.length > AT_ONCE && rows[0]!.id !== before[0]?.id;

/** Returns the rows that will be in view, as high as those that are in the document now; undefined if that are all. */
function rowsInView(body: HTMLTableSectionElement, rows: readonly Identified[]): RowsInView | undefined {
  const { top, height: total } = body.getBoundingClientRect();
  const height = total / body.rows.length;
  if (!(height > 0)) return undefined;
  const inWindow = Math.ceil(innerHeight / height) + 2 * AROUND;
  const firstInWindow = Math.floor(-top / height) - AROUND;
  // A shorter list scrolls back to its end.
  const first = Math.max(0, Math.min(firstInWindow, rows.length - inWindow));
  const end = Math.min(rows.length, first + inWindow);
  // The row with the focus would lose it.
  const focused = body.querySelector(':focus')?.closest('tr')?.querySelector('[data-record-link]')?.id;
  const isFocusKept = rows.every(({ id }, index) => id !== focused || (index >= first && index < end));
  return isFocusKept && end - first < rows.length ? { first, end, height } : undefined;
}
