import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const isFind = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'F3' || ((ctrlKey || metaKey) && key.toLowerCase() === 'f');

/**
 * Returns whether all rows have to be in the document, because the browser reads it itself: while it prints,
 * and from the first time on that the user searches the page by key.
 */
export function useWholeList(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  const [isSearched, setSearched] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // At once: the browser goes on when the event has been handled.
    addEventListener('beforeprint', () => flushSync(() => setPrinted(true)), { signal });
    addEventListener('afterprint', () => setPrinted(false), { signal });
    addEventListener('keydown', (event) => isFind(event) && flushSync(() => setSearched(true)), { signal });
    return () => listening.abort();
  }, []);
  return isPrinted || isSearched;
}
