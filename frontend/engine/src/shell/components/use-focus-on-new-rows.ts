import { useEffect, useRef } from 'react';

interface NewRows {
  /** The number of rows. */
  count: number;
  /** Whether a "Load more" button exists. */
  more: boolean;
  /** Returns the selector of a row, from 0 on. */
  rowAt: (index: number) => string;
}

/**
 * Focuses the first new row when the "Load more" button disappears with the last page; otherwise keyboard
 * users would start again at the top of the page. Returns the function to call when the button is pressed.
 */
export function useFocusOnNewRows({ count, more, rowAt }: NewRows): () => void {
  const first = useRef<number>(undefined);
  useEffect(() => {
    if (more || first.current === undefined) return;
    const link = document.querySelector<HTMLElement>(`${rowAt(first.current)} a`);
    if (document.activeElement === document.body) link?.focus({ preventScroll: true });
    first.current = undefined;
  }, [more, rowAt]);
  return () => {
    first.current = count;
  };
}
