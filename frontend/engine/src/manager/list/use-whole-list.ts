import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const isFind = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'F3' || ((ctrlKey || metaKey) && key.toLowerCase() === 'f');

/**
 * Returns whether the document must contain all rows, because the browser reads it: during printing, and once
 * the user has opened the browser's search with a key.
 */
export function useWholeList(): boolean {
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
