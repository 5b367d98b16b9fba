import { isOffline } from '../browser/offline.ts';

declare global {
  /**
   * The query appended to the URL of the current dynamic import: see frontend/engine/src/build/imports.ts.
   */
  var importQuery: string | undefined;
}

/** The query of each module that could only be loaded from a retry URL. */
const queries = new Map<string, string>();
const fetched = new Map<string, Promise<void>>();
let retries = 0;

/**
 * Loads a module on demand. The build substitutes it for Vite's preload helper, so every `import()` of the
 * frontend runs through it. `files` are the module's own file, its static imports and their stylesheets.
 *
 * Browsers may cache a failed module, or a failed import of it, until the page is reloaded. So all files are
 * first fetched into the HTTP cache, where a failed fetch can be retried. A module that fails nevertheless is
 * imported again from another URL.
 *
 * Throws the browser's error if the retry fails too.
 */
export async function loadModule<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  // Waits for all of them: a pending fetch would otherwise pass its failure on to the next load.
  const results = await Promise.allSettled(files.map(fetchOnce));
  const failed = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failed) throw failed.reason;
  const name = files[0] ?? String(load);
  try {
    return await importWith(load, queries.get(name));
  } catch (error) {
    if (isOffline()) throw error;
    retries += 1;
    const query = `?retry=${retries}`;
    const module = await importWith(load, query);
    queries.set(name, query);
    return module;
  }
}

function importWith<Module>(load: () => Promise<Module>, query: string | undefined): Promise<Module> {
  globalThis.importQuery = query;
  // The import URL is built synchronously, so no other import can interfere.
  return load();
}

/** Fetches a file once. Failures are not cached, so that the next load retries. */
function fetchOnce(file: string): Promise<void> {
  const address = `/${file}`;
  const known = fetched.get(address) ?? fetchUnlessLinked(address);
  fetched.set(address, known);
  known.catch(() => fetched.delete(address));
  return known;
}

async function fetchUnlessLinked(address: string) {
  if (document.querySelector(`link[href="${address}"],script[src="${address}"]`)) return;
  const fetchFile = address.endsWith('.css') ? addStyles : fetchScript;
  await fetchFile(address).catch((error) => {
    if (isOffline()) throw error;
    return fetchFile(address, '?retry');
  });
}

async function fetchScript(address: string) {
  const response = await fetch(address).catch(() => undefined);
  // Only a body that has been read completely is in the HTTP cache.
  const text = response?.ok && (await response.text().catch(() => undefined));
  if (typeof text !== 'string') throw new Error(`Failed to fetch dynamically imported module: ${address}`);
}

function addStyles(address: string, query = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = address + query;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`Unable to preload CSS for ${address}`));
    };
    // After the existing stylesheets: of rules with equal specificity, the page's own rule must win.
    [...document.querySelectorAll('link[rel=stylesheet]')].at(-1)?.after(link);
  });
}
