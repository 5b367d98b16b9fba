const storageKey = 'reloadedForPage';
const failures = [
  /dynamically imported module/i, // Chromium, Firefox
  /Importing a module script failed/i, // Safari
  /Unable to preload CSS/i, // Vite
];

/** Whether this error means that a page's code could not be loaded, as after a new version was put in place. */
export function isChunkFailure(error: unknown): boolean {
  return error instanceof Error && failures.some((failure) => failure.test(error.message));
}

/** Reloads the page for an address, but only once in a row: says false when that was tried already. */
export function reloadOnce(address: string): boolean {
  if (sessionStorage.getItem(storageKey) === address) return false;
  sessionStorage.setItem(storageKey, address);
  location.reload();
  return true;
}

/** The page came up: the next failure may reload again. */
export function forgetReload(): void {
  sessionStorage.removeItem(storageKey);
}
