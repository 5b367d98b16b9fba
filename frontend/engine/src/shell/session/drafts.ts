import { useEffect, useState } from 'react';
import { currentSession } from '../auth/session.ts';

/** The key of a draft: a path, or the name of a drawer. */
type Place = string;

/**
 * Returns the drafts of the current user: input saved when the session ended or was too old, and restored
 * after the same user has signed in again in the same tab. Call it while the session still exists.
 */
export function ownDrafts() {
  const user = currentSession()?.user.id;
  const storageKey = (place: Place) => `draft ${user} ${place}`;
  return {
    keep: (place: Place, typed: unknown): void => {
      try {
        sessionStorage.setItem(storageKey(place), JSON.stringify(typed));
      } catch {
        // The storage is full: the draft is lost.
      }
    },
    /** Returns the draft, or undefined. Has no side effects, so it may be called during rendering. */
    read: <Typed>(place: Place): Typed | undefined => {
      const stored = sessionStorage.getItem(storageKey(place));
      return stored === null ? undefined : JSON.parse(stored);
    },
    forget: (place: Place): void => sessionStorage.removeItem(storageKey(place)),
  };
}

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
