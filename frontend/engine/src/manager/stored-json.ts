import { readStored } from '#frontend/shell/browser/stored.ts';

/** Returns a stored JSON value; undefined without one, or if it has been edited by hand. */
export function readStoredJson(key: string): unknown {
  try {
    return JSON.parse(readStored(key) ?? '');
  } catch {
    return undefined;
  }
}
