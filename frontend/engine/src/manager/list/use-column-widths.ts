import { type RefObject, useLayoutEffect, useState } from 'react';
import type { ColumnSizes } from './column-sizes.ts';
import type { ListColumn } from './list-table.ts';

interface Widths {
  readonly columns: readonly ListColumn[];
  readonly sizes: ColumnSizes;
  /** The width of every heading, in pixels. */
  readonly pixels: readonly number[];
  /** The width of the box around the table at the time of the measurement. */
  readonly box: number;
}

interface ColumnWidthsOptions {
  table: RefObject<HTMLTableElement | null>;
  columns: readonly ListColumn[];
  /** The widths that the user has set. */
  sizes: ColumnSizes;
  /** Whether the list is long enough for fixed widths. */
  isLong: boolean;
}

/**
 * Returns the fixed column widths of a long list, in pixels: otherwise they would change with the rows in the
 * document. Undefined while the browser has yet to calculate them, and on phones.
 */
export function useColumnWidths({ table, columns, sizes, isLong }: ColumnWidthsOptions) {
  const [widths, setWidths] = useState<Widths>();
  const isKnown = widths?.columns === columns && widths.sizes === sizes;
  const known = isLong && isKnown ? widths : undefined;
  useLayoutEffect(() => {
    if (!isLong) return;
    const box = table.current!.parentElement!;
    const measure = () => {
      const pixels = [...table.current!.tHead!.rows[0]!.cells].map(
        (cell) => cell.getBoundingClientRect().width,
      );
      // A phone has no columns yet.
      if (pixels.some((width) => width > 0)) setWidths({ columns, sizes, pixels, box: box.clientWidth });
    };
    if (!known) measure();
    const observer = new ResizeObserver(() => {
      if (!known) measure();
      else if (box.clientWidth !== known.box) setWidths(undefined);
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [table, columns, sizes, isLong, known]);
  return known?.pixels;
}
