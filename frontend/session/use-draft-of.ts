import { useEffect, useState } from 'react';
import { ownDrafts } from './drafts.ts';

/**
 * What somebody typed here before their session ended, found once; undefined where nothing was. It is forgotten only
 * when the page stands: React may begin to draw a page several times, as long as a part of it is still to come.
 */
export function useDraftOf<Typed>(place: string): Typed | undefined {
  const [drafts] = useState(ownDrafts);
  const [draft] = useState(() => drafts.read<Typed>(place));
  useEffect(() => drafts.forget(place), [drafts, place]);
  return draft;
}
