import { isOffline } from './offline.ts';

declare global {
  /** Appended to the address of the dynamic import that runs now: see frontend/build/retried-imports.ts. */
  var importQuery: string | undefined;
}

/** The query under which a module was loaded whose plain address the browser holds to be broken. */
const queries = new Map<string, string>();
const fetched = new Map<string, Promise<void>>();
let retries = 0;

/**
 * Loads a module on demand. The build puts this in the place of Vite's preload helper, so that every `import()` of the
 * frontend goes through here. `files` are the module's own file, what it imports, and their styles.
 *
 * Browsers may remember for the life of a page that a module, or one that it imports, could not be loaded. So all files
 * are fetched into the cache before the module is asked for: a fetch may fail and be repeated. A module that fails
 * nevertheless is asked for again under another address.
 *
 * Throws what the browser says when that fails too.
 */
export async function loadModule<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  // All of them to their end: a file still under way would hand its failure on to the next load.
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
  // The address is put together before the first await, so that no other import comes between.
  return load();
}

/** Fetches a file that is not there yet; a failure is forgotten, so that the next load tries again. */
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
  // Only a body that has been read to its end is in the cache.
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
    // Behind those that are there: where two rules are equal, the one of the page counts more.
    [...document.querySelectorAll('link[rel=stylesheet]')].at(-1)?.after(link);
  });
}
