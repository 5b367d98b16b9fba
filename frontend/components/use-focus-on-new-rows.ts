import { useEffect, useRef } from 'react';

export interface NewRows {
  /** The number of rows. */
  count: number;
  /** Whether a "Load more" button exists. */
  more: boolean;
  /** The selector of the rows. */
  rows: string;
}

/**
 * Focuses the first new row when the "Load more" button disappears with the last page; otherwise keyboard
 * users would start again at the top of the page. Returns the function to call when the button is pressed.
 */
export function useFocusOnNewRows({ count, more, rows }: NewRows): () => void {
  const first = useRef<number>(undefined);
  useEffect(() => {
    if (more || first.current === undefined) return;
    const row = document.querySelectorAll(rows)[first.current];
    if (document.activeElement === document.body) row?.querySelector('a')?.focus({ preventScroll: true });
    first.current = undefined;
  }, [more, rows]);
  return () => {
    first.current = count;
  };
}
