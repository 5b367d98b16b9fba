import { retry } from '#frontend/shell/retry.ts';
import type { Language } from './languages.ts';
import type { Texts } from './translate.ts';

/** One locale file a namespace; a page asks for the ones it needs. */
export type Namespace = 'common' | 'login' | 'app' | 'account' | 'manager' | 'errors';

const addresses = import.meta.glob<string>('../locales/*/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

const atOnce = 10;
let reading = 0;
const waiting: (() => void)[] = [];

const files = new Map<string, Promise<Texts>>();

/** One locale file, read once however many ask for it. A failed one may be asked for again. */
export function loadTexts(language: Language, namespace: Namespace): Promise<Texts> {
  const address = addresses[`../locales/${language}/${namespace}.json`];
  if (!address) throw new Error(`There is no locale file ${language}/${namespace}.json`);
  const known = files.get(address);
  if (known) return known;
  const file = readInTurn(address);
  files.set(address, file);
  file.catch(() => files.delete(address));
  return file;
}

/** Up to 5 more tries from 350 ms on, doubling, and no more than 10 files at once. */
async function readInTurn(address: string): Promise<Texts> {
  await turn();
  try {
    return await retry(() => read(address), { times: 5, firstDelay: 350 });
  } finally {
    reading -= 1;
    waiting.shift()?.();
  }
}

async function turn() {
  while (reading >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  reading += 1;
}

async function read(address: string): Promise<Texts> {
  try {
    const response = await fetch(address);
    if (response.ok) return await response.json();
    throw new Error(String(response.status));
  } catch (cause) {
    throw new Error(`Failed to load texts: ${address}: ${cause}`);
  }
}
