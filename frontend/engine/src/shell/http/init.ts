import type { Init } from '@bindery/contract/records/init.ts';

let init: Init | undefined;

/** Reads the init data that the server embedded in the document, or fetches it. Throws when that fails. */
export async function startInit(): Promise<Init> {
  const inside = document.getElementById('init')?.textContent?.trim();
  init = inside ? (JSON.parse(inside) as Init) : await fetchInit();
  return init;
}

/** Fetches the current settings and session from the server. */
export async function fetchInit(): Promise<Init> {
  const response = await fetch('/api/fn/init?_serverFn=1', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The init call was answered with ${response.status}`);
  return response.json();
}

/**
 * Returns the server's settings: product name, environment banner, sign-in methods. Throws before
 * `startInit()`.
 */
export function settings(): Init['settings'] {
  if (!init) throw new Error('settings() was called before startInit()');
  return init.settings;
}
