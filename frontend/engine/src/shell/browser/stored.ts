/** Returns a text that is stored in this browser; null without one, or where the storage is blocked. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Stores a text, or removes it with null. Where the storage is blocked, a choice lasts until the user leaves
 * the page.
 */
export function store(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The storage is blocked or full.
  }
}

/** The prefix of the keys that sign-out removes from this browser. */
export const OWN_PREFIX = 'own ';

/** Returns the key of a value in `localStorage` that is removed at sign-out. */
export const ownKey = (name: string): string => OWN_PREFIX + name;
