/** Returns a text that is stored in this browser; null without one, or where the storage is blocked. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Returns a stored JSON value; undefined without one, or if it has been edited by hand. */
export function readStoredJson(key: string): unknown {
  try {
    return JSON.parse(readStored(key) ?? '');
  } catch {
    return undefined;
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
