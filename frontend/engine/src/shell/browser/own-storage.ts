/** What a user leaves in this browser under a key with this prefix is removed at sign-out. */
const PREFIX = 'own ';

/** Returns the key of a value in `localStorage` that is removed at sign-out. */
export const ownKey = (name: string): string => PREFIX + name;

/** Removes what the user has left in this browser. */
export function clearOwnStorage(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // The storage is blocked, so nothing is in it.
  }
}
