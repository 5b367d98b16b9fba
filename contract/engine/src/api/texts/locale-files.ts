import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { frontendFolder } from '#contract/api/frontend-folder.ts';
import { productRoot } from '#contract/api/product.ts';
import type { Language } from '#contract/records/init.ts';

/** A locale file: nested messages. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

/** A locale file: its absolute path, and its path as messages name it. */
interface LocaleFile {
  readonly path: string;
  readonly name: string;
}

const inFolder = (pattern: string, folder: string): LocaleFile[] =>
  globSync(pattern, { cwd: folder })
    .sort()
    .map((file) => ({ path: path.join(folder, file), name: file.replaceAll(path.sep, '/') }));

/** The texts of the engine that every product has. */
const ofEngine = (language: Language): LocaleFile[] =>
  inFolder(`locales/${language}/*.json`, frontendFolder());

/** The product's own: `frontend/locales/fr/manager.json` adds to the engine's texts or replaces some, and those of extensions. */
const ofProduct = (language: Language): LocaleFile[] =>
  [`frontend/locales/${language}/*.json`, `frontend/extensions/*/locales/${language}.json`].flatMap(
    (pattern) => inFolder(pattern, productRoot()),
  );

const OWN = /(?:^|\/)extensions\/([^/]+)\/locales\/[^/]+\.json$/;
const SHARED = /(?:^|\/)locales\/[^/]+\/([^/]+)\.json$/;
const namespaceOf = ({ name }: LocaleFile): string => (OWN.exec(name) ?? SHARED.exec(name))![1]!;

/** Returns the absolute paths of the files that make each namespace in a language; the texts of later ones win. */
export function localeFiles(language: Language): ReadonlyMap<string, readonly string[]> {
  const all = Map.groupBy([...ofEngine(language), ...ofProduct(language)], namespaceOf);
  return new Map([...all].map(([namespace, files]) => [namespace, files.map((file) => file.path)]));
}

/** Returns the file of the product for texts of a namespace, which may not be there yet, as a path from its root. */
export function localeFileOf(namespace: string, language: Language): string {
  const own = `frontend/extensions/${namespace}/locales`;
  return existsSync(path.join(productRoot(), own, 'en.json'))
    ? `${own}/${language}.json`
    : `frontend/locales/${language}/${namespace}.json`;
}

/** Returns the texts that a product has with the given sources in the place of its own files, as `textsOf` does. */
export function textsInSources(
  sources: ReadonlyMap<string, string>,
  language: Language,
): Map<string, string> {
  const isOf = new RegExp(`/locales/${language}(/[^/]+)?\\.json$`);
  const files = [...sources].filter(([name]) => isOf.test(name));
  return new Map([
    ...ofEngine(language).flatMap(readTexts),
    ...files.flatMap(([name, source]) => flattened(source, { name, path: name })),
  ]);
}

/** Returns all texts of a language by their full keys, namespace first: the engine's, and those of the product. */
export function textsOf(language: Language): Map<string, string> {
  return new Map([...ofEngine(language), ...ofProduct(language)].flatMap(readTexts));
}

const readTexts = (file: LocaleFile) => flattened(readFileSync(file.path, 'utf8'), file);

const flattened = (source: string, file: LocaleFile) =>
  flatten(parseTexts(source, file.name), `${namespaceOf(file)}.`);

/** Returns the texts of files, those of later ones in the place of earlier ones: what pages load as one file. */
export function mergedTexts(files: readonly string[]): Texts {
  const merge = (known: Texts, added: Texts): Texts => {
    const all: Record<string, string | Texts> = { ...known };
    for (const [name, value] of Object.entries(added)) {
      const before = all[name];
      all[name] = typeof before === 'object' && typeof value === 'object' ? merge(before, value) : value;
    }
    return all;
  };
  return files.map((file) => parseTexts(readFileSync(file, 'utf8'), file)).reduce(merge, {});
}

/** Parses a locale file. Throws a SyntaxError that names the file if it is not valid JSON. */
function parseTexts(source: string, file: string): Texts {
  try {
    return JSON.parse(source);
  } catch (error) {
    throw new SyntaxError(`${file} is not valid JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/** Returns the messages by key: the prefix, then the nested names joined with dots. */
export function flatten(texts: Texts, prefix = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]): [string, string][] => {
    const key = prefix + name;
    return typeof value === 'string' ? [[key, value]] : flatten(value, `${key}.`);
  });
}

/** Returns the plural categories of a language: `one` and `other` in English, six in Arabic. */
export const pluralFormsOf = (language: Language): Intl.LDMLPluralRule[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories;

const pluralForm = /_(zero|one|two|few|many|other)$/;

/** Removes the plural suffix of a key, as the code uses the key. */
export const withoutPluralForm = (key: string): string => key.replace(pluralForm, '');

/** Returns the keys of some messages as the code uses them, each once. */
export const keysOf = (texts: ReadonlyMap<string, string>): ReadonlySet<string> =>
  new Set([...texts.keys()].map(withoutPluralForm));

/** Returns the plural suffix of a key, if it has one. */
export const pluralFormOf = (key: string): string | undefined => pluralForm.exec(key)?.[1];
