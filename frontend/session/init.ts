import type { Init } from '#contract/init.ts';

let init: Init | undefined;

/** Takes the answer of the init call out of the served page; asks the server when the page came without it. */
export async function startInit(): Promise<Init> {
  const inside = document.getElementById('init')?.textContent?.trim();
  init = inside ? (JSON.parse(inside) as Init) : await fetchInit();
  return init;
}

/** Asks the server anew: settings, session and language as they are now. */
export async function fetchInit(): Promise<Init> {
  const response = await fetch('/api/fn/init?_serverFn=1', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The init call was answered with ${response.status}`);
  return response.json();
}

/** What the server's environment says: the product's name, the banner, which ways of signing in there are. */
export function settings(): Init['settings'] {
  if (!init) throw new Error('settings() was called before startInit()');
  return init.settings;
}
