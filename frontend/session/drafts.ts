import { currentSession } from '../auth/session.ts';

/** Where something is typed that is worth keeping: a path, or the name of a drawer. */
type Place = string;

/**
 * What somebody typed when their session ended, or turned out to be too old: found again once they have signed in
 * anew, in the same tab, and by nobody else. To be asked for while the session is still there.
 */
export function ownDrafts() {
  const user = currentSession()?.user.id;
  const storageKey = (place: Place) => `draft ${user} ${place}`;
  return {
    keep: (place: Place, typed: unknown): void => {
      try {
        sessionStorage.setItem(storageKey(place), JSON.stringify(typed));
      } catch {
        // A full storage: it has to be typed again.
      }
    },
    /** What was kept; undefined when nothing was. Changes nothing, so that it may be called while a page is drawn. */
    read: <Typed>(place: Place): Typed | undefined => {
      const kept = sessionStorage.getItem(storageKey(place));
      return kept === null ? undefined : JSON.parse(kept);
    },
    forget: (place: Place): void => sessionStorage.removeItem(storageKey(place)),
  };
}
