import { type Language, languages } from '#contract/records/init.ts';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import { keysOf, localeFileOf, textsInSources, textsOf } from './locale-files.ts';

/** The keys that a locale file lacks. */
export interface MissingTexts {
  readonly language: Language;
  /** The path of the file from the root of the project. */
  readonly file: string;
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
 * Returns the messages that each language lacks: those that another language has, without which `npm test`
 * fails, and the names of resources, fields, values, sections and groups, for which pages otherwise show
 * humanized identifiers.
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
  const fields = Object.values<ResourceField>(resource.fields);
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
