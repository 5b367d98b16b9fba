import { isOffline } from '../browser/offline.ts';

const storageKey = 'reloadedFor';
const failures = [
  /dynamically imported module/i, // Chromium, Firefox
  /Importing a module script failed/i, // Safari
  /Unable to preload CSS/i, // this product's, for stylesheets
  /Failed to load texts/, // this product's, for locale files
];

/** Returns whether code, styles or translations of a page could not be loaded, as after a new deployment. */
export function isChunkFailure(error: unknown): error is Error {
  return error instanceof Error && failures.some((failure) => failure.test(error.message));
}

/**
 * Reloads the page after a chunk failed to load. Returns whether it did: only once per chunk, which the
 * message identifies, and not while offline, when a reload would leave an empty page.
 */
export function reloadOnce(failure: Error): boolean {
  if (isOffline() || sessionStorage.getItem(storageKey) === failure.message) return false;
  sessionStorage.setItem(storageKey, failure.message);
  location.reload();
  return true;
}
