import { isOffline } from '../http/offline.ts';

const storageKey = 'reloadedFor';
const failures = [
  /dynamically imported module/i, // Chromium, Firefox
  /Importing a module script failed/i, // Safari
  /Unable to preload CSS/i, // ours, for styles
  /Failed to load texts/, // ours
];

/** Whether this error means that a page's code, styles or texts could not be loaded, as after a new version was put in place. */
export function isChunkFailure(error: unknown): error is Error {
  return error instanceof Error && failures.some((failure) => failure.test(error.message));
}

/**
 * Reloads the page after a chunk could not be loaded, and says whether it did: only once for the same chunk (the
 * message names it), and not without a network, which would leave the visitor with nothing at all.
 */
export function reloadOnce(failure: Error): boolean {
  if (isOffline() || sessionStorage.getItem(storageKey) === failure.message) return false;
  sessionStorage.setItem(storageKey, failure.message);
  location.reload();
  return true;
}
