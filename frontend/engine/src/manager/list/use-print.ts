import { useEffect, useEffectEvent, useState } from 'react';
import { useShortcut } from '../keys/keys.tsx';
import type { List } from './state/use-list.ts';

/** How many records are loaded for paper: some ten pages. Longer lists are exported instead. */
const MAX_RECORDS = 500;

/**
 * Returns a function that loads the records of a list and then opens the browser's print dialog. Ctrl or ⌘
 * with P does it too.
 */
export function usePrint({ items, more, loadMore }: List): () => void {
  const [isWanted, setWanted] = useState(false);
  const count = items.length;
  const loadNext = useEffectEvent(loadMore);
  useEffect(() => {
    if (!isWanted || more === 'loading') return;
    if (more === 'there' && count < MAX_RECORDS) return loadNext();
    setWanted(false);
    print();
  }, [isWanted, more, count]);
  const start = () => setWanted(true);
  useShortcut('p', start);
  return start;
}
