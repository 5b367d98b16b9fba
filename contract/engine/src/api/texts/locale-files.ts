import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { frontendFolder } from '#contract/api/frontend-folder.ts';
import { productRoot } from '#contract/api/product.ts';
import { type Language, languages } from '#contract/records/init.ts';
import { TextsError } from '#contract/schema/error.ts';
import type { Resource } from '#contract/schema/index.ts';

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

/** The product's files (`frontend/locales/fr/manager.json`) and extensions': both add or replace texts. */
const ofProduct = (language: Language): LocaleFile[] =>
  [`frontend/locales/${language}/*.json`, `frontend/extensions/*/locales/${language}.json`].flatMap(
    (pattern) => inFolder(pattern, productRoot()),
  );

const OWN = /(?:^|\/)extensions\/([^/]+)\/locales\/[^/]+\.json$/;
const SHARED = /(?:^|\/)locales\/[^/]+\/([^/]+)\.json$/;
const namespaceOf = ({ name }: LocaleFile): string => (OWN.exec(name) ?? SHARED.exec(name))![1]!;

/** Returns the absolute paths of the files of each namespace in a language; the texts of later ones win. */
export function localeFiles(language: Language): ReadonlyMap<string, readonly string[]> {
  const all = Map.groupBy([...ofEngine(language), ...ofProduct(language)], namespaceOf);
  return new Map([...all].map(([namespace, files]) => [namespace, files.map((file) => file.path)]));
}

/** Returns the product's file for texts of a namespace, which may not exist yet, as a path from its root. */
function localeFileOf(namespace: string, language: Language): string {
  const own = `frontend/extensions/${namespace}/locales`;
  return existsSync(path.join(productRoot(), own, 'en.json'))
    ? `${own}/${language}.json`
    : `frontend/locales/${language}/${namespace}.json`;
}

/** Returns the texts of a product with the given sources in place of its own files, as `textsOf` does. */
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

/** Returns all texts of a language by full key, namespace first: the engine's, and those of the product. */
export function textsOf(language: Language): Map<string, string> {
  return new Map([...ofEngine(language), ...ofProduct(language)].flatMap(readTexts));
}

const readTexts = (file: LocaleFile) => flattened(readFileSync(file.path, 'utf8'), file);

const flattened = (source: string, file: LocaleFile) =>
  flatten(parseTexts(source, file.name), `${namespaceOf(file)}.`);

/** Returns the texts of files, later ones replacing earlier ones: what pages load as one file. */
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

/** Parses a locale file, given by its path. Throws a TextsError with the place if it is not valid JSON. */
function parseTexts(source: string, file: string): Texts {
  try {
    return JSON.parse(source);
  } catch (error) {
    const { message } = error as SyntaxError;
    const [, problem = message, at = source.length] = /^(.*) in JSON at position (\d+)/s.exec(message) ?? [];
    const before = source.slice(0, Number(at)).split('\n');
    const name = path.isAbsolute(file) ? path.relative(productRoot(), file) : file;
    throw new TextsError(
      `${name.replaceAll(path.sep, '/')}:${before.length}:${before.at(-1)!.length + 1}: ${problem}`,
    );
  }
}

/** Reads the product's locale files. Throws a TextsError for the first that is not valid JSON. */
export function checkTexts(): void {
  for (const language of languages) ofProduct(language).forEach(readTexts);
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

/** The keys that a locale file lacks. */
export interface MissingTexts {
  readonly language: Language;
  /** The path of the file from the root of the project. */
  readonly file: string;
  readonly namespace: string;
  /** The keys within the file: `resources.loans.label`. */
  readonly keys: readonly string[];
}

/** The message keys of each language. */
export type KeysOfLanguages = Readonly<Record<Language, ReadonlySet<string>>>;

const keysBy = (read: (language: Language) => ReadonlyMap<string, string>): KeysOfLanguages =>
  Object.fromEntries(languages.map((language) => [language, keysOf(read(language))])) as Record<
    Language,
    ReadonlySet<string>
  >;

/** Reads the keys of all locale files. */
export const readKeys = (): KeysOfLanguages => keysBy(textsOf);

/** Returns the keys in sources of locale files, by the paths of the files from the root of the project. */
export const keysInSources = (sources: ReadonlyMap<string, string>): KeysOfLanguages =>
  keysBy((language) => textsInSources(sources, language));

/**
 * Returns the messages that each language lacks: those of another language, without which `npm test` fails,
 * and names of resources, fields, values, sections and groups, otherwise shown as humanized identifiers.
 */
export function missingTexts(
  resources: Readonly<Record<string, Resource>>,
  keys: KeysOfLanguages = readKeys(),
): MissingTexts[] {
  const wanted = new Set([
    ...languages.flatMap((language) => [...keys[language]]),
    ...Object.values(resources).flatMap((resource) => keysOfResource(resource, keys)),
  ]);
  return languages.flatMap((language) => {
    const missing = [...wanted].filter((key) => !keys[language].has(key));
    const byNamespace = Map.groupBy(missing, (key) => key.split('.', 1)[0]!);
    return [...byNamespace].map(([namespace, all]) => ({
      language,
      file: localeFileOf(namespace, language),
      namespace,
      keys: all.map((key) => key.slice(namespace.length + 1)),
    }));
  });
}

/** Returns the message keys of one resource that each language lacks. */
export function missingTextsOf(
  resource: Resource,
  keys: KeysOfLanguages = readKeys(),
): { language: Language; keys: string[] }[] {
  const wanted = keysOfResource(resource, keys);
  return languages.map((language) => ({
    language,
    keys: wanted.filter((key) => !keys[language].has(key)).map((key) => key.replace(/^manager\./, '')),
  }));
}

/** The message keys that the pages of a resource use; see the labels of the manager. */
function keysOfResource(resource: Resource, keys: KeysOfLanguages): string[] {
  const of = (key: string) => `manager.resources.${resource.name}.${key}`;
  const isShared = (field: string) =>
    languages.every((language) => keys[language].has(`manager.fields.${field}`));
  const fields = Object.values(resource.fields);
  return [
    `manager.groups.${resource.group}`,
    of('label'),
    of('singular'),
    ...resource.layout.filter(({ name }) => name !== '').map(({ name }) => of(`sections.${name}`)),
    ...fields.filter(({ name }) => !isShared(name)).map(({ name }) => of(`fields.${name}`)),
    ...fields.flatMap(({ name, values = [] }) =>
      values.filter(isWord).map((value) => of(`options.${name}.${value}`)),
    ),
    ...fields.flatMap(({ help }) => (help !== undefined && KEY.test(help) ? [help] : [])),
  ];
}

/** A value such as `onHold` is translated; one such as `KE` or `A4` is shown unchanged. */
const isWord = (value: string): boolean => /^[a-z][A-Za-z]*$/.test(value);

const KEY = /^[a-z]+(\.\w+)+$/i;
