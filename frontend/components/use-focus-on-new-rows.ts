import { useEffect, useRef } from 'react';

export interface NewRows {
  /** How many rows there are. */
  count: number;
  /** Whether there is a button that loads more. */
  more: boolean;
  /** Finds the rows on the page. */
  rows: string;
}

/**
 * The button that loads more goes away with the last rows. Who pressed it by keyboard goes on at the first row that
 * came: without this, from the top of the page. Returns what the button calls.
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
