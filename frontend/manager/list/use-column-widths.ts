import { type RefObject, useLayoutEffect, useState } from 'react';
import type { ListColumn } from './list-table.ts';

interface Widths {
  readonly columns: readonly ListColumn[];
  readonly percentages: readonly number[];
}

export interface ColumnWidthsOptions {
  table: RefObject<HTMLTableElement | null>;
  columns: readonly ListColumn[];
  /** Whether the list is long enough to be fixed. */
  isLong: boolean;
}

/**
 * Returns the widths to which the columns of a long list are fixed, in percent: otherwise they would change
 * with the rows that are in the document. Undefined while the browser has to find them, and on phones.
 */
export function useColumnWidths({ table, columns, isLong }: ColumnWidthsOptions) {
  const [widths, setWidths] = useState<Widths>();
  const known = isLong && widths?.columns === columns ? widths.percentages : undefined;
  useLayoutEffect(() => {
    if (!isLong || known) return;
    const measure = () => {
      const cells = [...table.current!.tHead!.rows[0]!.cells].map((cell) => cell.offsetWidth);
      const sum = cells.reduce((all, width) => all + width, 0);
      if (sum > 0) setWidths({ columns, percentages: cells.map((width) => (width / sum) * 100) });
    };
    measure();
    // On a phone there are no columns yet.
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [table, columns, isLong, known]);
  return known;
}
