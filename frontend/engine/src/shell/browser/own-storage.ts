/** The prefix of the keys that sign-out removes from this browser. */
const PREFIX = 'own ';

/** Returns the key of a value in `localStorage` that is removed at sign-out. */
export const ownKey = (name: string): string => PREFIX + name;

/** Removes everything that the user has stored in this browser. */
export function clearOwnStorage(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // The storage is blocked, so it is empty.
  }
}
