import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { productRoot } from '#contract/api/product.ts';
import type { Language } from '#contract/records/init.ts';

/** A locale file: nested messages. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

/** Returns the folder with the locale files. */
const folder = () => path.join(productRoot(), 'frontend');

/** Returns the locale files of a language by namespace, as paths from the folder `frontend`. */
function filesOf(language: Language): [namespace: string, file: string][] {
  const root = folder();
  const shared = globSync(`engine/src/locales/${language}/*.json`, { cwd: root });
  const ofExtensions = globSync(`extensions/*/locales/${language}.json`, { cwd: root });
  return [
    ...shared.map((file): [string, string] => [path.basename(file, '.json'), file]),
    ...ofExtensions.map((file): [string, string] => [path.basename(path.resolve(root, file, '../..')), file]),
  ];
}

/**
 * Returns the locale file of a namespace, as a path from the root of the project; other languages fall back
 * to English.
 */
export function localeFileOf(namespace: string, language: Language): string {
  const [, english = `engine/src/locales/en/${namespace}.json`] =
    filesOf('en').find(([name]) => name === namespace) ?? [];
  return `frontend/${english.replaceAll(path.sep, '/').replace(/\ben(?=[./])/, language)}`;
}

/**
 * Returns the messages of the given sources of locale files, by path from the folder `frontend`, as `textsOf`
 * does.
 */
export function textsInSources(
  sources: ReadonlyMap<string, string>,
  language: Language,
): Map<string, string> {
  const found = [...sources].flatMap(([file, source]) => {
    const namespace =
      new RegExp(`^engine/src/locales/${language}/([^/]+)\\.json$`).exec(file)?.[1] ??
      new RegExp(`^extensions/([^/]+)/locales/${language}\\.json$`).exec(file)?.[1];
    return namespace === undefined ? [] : flatten(parseTexts(source, file), `${namespace}.`);
  });
  return new Map(found);
}

/** Returns all messages of a language, including those of extensions, by full key, namespace first. */
export function textsOf(language: Language): Map<string, string> {
  return new Map(
    filesOf(language).flatMap(([namespace, file]) => {
      return flatten(parseTexts(readFileSync(path.join(folder(), file), 'utf8'), file), `${namespace}.`);
    }),
  );
}

/** Parses a locale file. Throws a SyntaxError that names the file if it is not valid JSON. */
function parseTexts(source: string, file: string): Texts {
  try {
    return JSON.parse(source);
  } catch (error) {
    throw new SyntaxError(
      `frontend/${file} is not valid JSON: ${error instanceof Error ? error.message : error}`,
    );
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
