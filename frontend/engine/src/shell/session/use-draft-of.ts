import { useEffect, useState } from 'react';
import { ownDrafts } from './drafts.ts';

/**
 * Returns the draft of this place, or undefined. Deletes it only after the component has mounted, because
 * React may render a suspended page several times.
 */
export function useDraftOf<Typed>(place: string): Typed | undefined {
  const [drafts] = useState(ownDrafts);
  const [draft] = useState(() => drafts.read<Typed>(place));
  useEffect(() => drafts.forget(place), [drafts, place]);
  return draft;
}
