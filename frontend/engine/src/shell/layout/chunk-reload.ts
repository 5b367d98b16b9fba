import { isOffline } from '../browser/offline.ts';

const storageKey = 'reloadedFor';
const unnamed = /Importing a module script failed/i; // Safari
const failures = [
  /dynamically imported module/i, // Chromium, Firefox
  unnamed,
  /Unable to preload CSS/i, // this product's, for stylesheets
  /Failed to load texts/, // this product's, for locale files
];

/** Returns whether code, styles or translations of a page could not be loaded, as after a new deployment. */
export function isChunkFailure(error: unknown): error is Error {
  return error instanceof Error && failures.some((failure) => failure.test(error.message));
}

/** The time in which a browser that leaves a page has left it, unless it only downloads a file. */
const LEAVING_MS = 10_000;
let leavesAt = 0;
globalThis.addEventListener?.('beforeunload', () => {
  leavesAt = Date.now();
});

/**
 * Returns the file of a failure without its origin and query, which differ between a fetch and an import of
 * it. A failure that names no file has that of the last reload.
 */
function failedFile({ message }: Error, last: string | null): string {
  const file = /[^/\s]+\.(?:js|css|json)\b/.exec(message)?.[0];
  return file ?? (unnamed.test(message) && last !== null ? last : message);
}

/**
 * Reloads the page after a chunk failed to load. Returns whether it does: only once per chunk, and not while
 * offline, when a reload would leave an empty page.
 */
export function reloadOnce(failure: Error): boolean {
  const last = sessionStorage.getItem(storageKey);
  const file = failedFile(failure, last);
  if (isOffline() || file === last) return false;
  sessionStorage.setItem(storageKey, file);
  // A browser that leaves the page has cancelled its requests, and a reload would cancel its navigation.
  setTimeout(reload, leavesAt + LEAVING_MS - Date.now());
  return true;
}

/** Reloads the page; a development server that restarts has to respond first. */
async function reload() {
  if (import.meta.env.DEV && !(await probe())) setTimeout(reload, 500);
  else location.reload();
}

/** Returns the server's response to a request of the page, without content; undefined without one. */
export const probe = (): Promise<Response | undefined> =>
  fetch(location.href, { method: 'HEAD' }).catch(() => undefined);
