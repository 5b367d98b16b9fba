import { browserSources, detectLanguage, languageInAddress, rememberLanguage } from './detect.ts';
import { defaultLanguage, type Language, languages } from './languages.ts';
import { loadTexts, type Namespace } from './load.ts';
import { type Texts, type TextValues, translate } from './translate.ts';

let language: Language = defaultLanguage;
let chosen: Language | undefined;
let texts: Texts = {};
const wanted = new Set<Namespace>();
const listeners = new Set<() => void>();

/** The language that the page speaks now. */
export const currentLanguage = (): Language => language;

/** The language that the visitor chose since the page was loaded, by its address or in a select. */
export const chosenLanguage = (): Language | undefined => chosen;

/** Calls back whenever a text may have changed; returns the way out. */
export function subscribeToTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A value that changes with the texts, for React to compare. */
export const textsSnapshot = (): Texts => texts;

/**
 * Finds the visitor's language and loads the texts that every page needs. Only a choice is remembered: what the browser
 * prefers, or another device chose, may be different the next time.
 */
export async function startTexts(account?: Language | null): Promise<void> {
  const sources = browserSources();
  const asked = languageInAddress(sources);
  if (asked) remember(asked);
  await switchTo(detectLanguage({ ...sources, account }), ['common']);
}

/** Goes over to the language of an account, unless another one was chosen in this browser. */
export async function followLanguage(account: Language): Promise<void> {
  await show(chosen ?? detectLanguage({ ...browserSources(), account }));
}

/** Makes sure that these namespaces are there, in the language of the page. */
export async function needTexts(...namespaces: Namespace[]): Promise<void> {
  const missing = namespaces.filter((namespace) => !(namespace in texts));
  for (const namespace of missing) wanted.add(namespace);
  if (missing.length === 0) return;
  const into = language;
  const loaded = await load(into, missing);
  if (into === language) publish({ ...texts, ...loaded });
  else await needTexts(...namespaces);
}

/** Changes the language of the whole page at once, when all its texts are there, and remembers it. */
export async function changeLanguage(to: Language): Promise<void> {
  await show(to);
  remember(to);
}

async function show(to: Language): Promise<void> {
  if (to !== language) await switchTo(to, [...wanted]);
}

function remember(choice: Language) {
  chosen = choice;
  rememberLanguage(choice);
}

async function switchTo(to: Language, namespaces: Namespace[]): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace);
  const loaded = await load(to, namespaces);
  language = to;
  document.documentElement.lang = to;
  document.documentElement.dir = languages[to].dir;
  publish(loaded);
}

async function load(from: Language, namespaces: Namespace[]): Promise<Texts> {
  const files = await Promise.all(namespaces.map((namespace) => loadTexts(from, namespace)));
  return Object.fromEntries(namespaces.map((namespace, at) => [namespace, files[at]!]));
}

function publish(next: Texts) {
  texts = next;
  for (const listener of listeners) listener();
}

/** The text of a key whose first part is its namespace; `otherwise`, or the key itself, when there is none. */
export function text(key: string, values?: TextValues, otherwise = key): string {
  return translate({ language, texts, key, values }) ?? otherwise;
}
