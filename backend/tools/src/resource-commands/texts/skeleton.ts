import { pluralFormsOf, textsOf } from '@bindery/contract/api/texts/locale-files.ts';
import type { MissingTexts } from '@bindery/contract/api/texts/missing-texts.ts';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import { readable } from '@bindery/contract/schema/names.ts';

/** Texts of a locale file, nested as in the file. */
export interface NestedTexts {
  [key: string]: string | NestedTexts;
}

/**
 * Returns the missing texts of a locale file in English, nested as in the file: what pages show until they are
 * translated, with every plural form of the language if English has some.
 */
export function skeletonOf(
  { language, file, keys }: MissingTexts,
  resources: AllResources,
  english: ReadonlyMap<string, string> = textsOf('en'),
): NestedTexts {
  const namespace = namespaceOf(file);
  const skeleton: NestedTexts = {};
  for (const key of keys) {
    const full = `${namespace}.${key}`;
    const plural = english.get(`${full}_other`);
    if (plural === undefined) insert(skeleton, key, english.get(full) ?? textOfEntry(key, resources));
    else for (const form of pluralFormsOf(language)) insert(skeleton, `${key}_${form}`, plural);
  }
  return skeleton;
}

/** Returns texts with others added; existing ones do not change. */
export function merged(texts: NestedTexts, added: NestedTexts): NestedTexts {
  const all: NestedTexts = { ...texts };
  for (const [name, value] of Object.entries(added)) {
    const known = all[name];
    if (known === undefined) all[name] = value;
    else if (typeof known === 'object' && typeof value === 'object') all[name] = merged(known, value);
  }
  return all;
}

/** `frontend/locales/fr/manager.json` and `frontend/extensions/loans/locales/fr.json`: the namespace of a file. */
const namespaceOf = (file: string): string =>
  /\/extensions\/([^/]+)\//.exec(file)?.[1] ?? /([^/]+)\.json$/.exec(file)![1]!;

/** Returns the label of the entry, or its humanized name, for a key of `manager.json`. */
function textOfEntry(key: string, resources: AllResources): string {
  const [, name = '', part = '', of = '', value = ''] =
    /^resources\.(\w+)\.(\w+)(?:\.(\w+)(?:\.(\w+))?)?$/.exec(key) ?? [];
  const resource = Object.hasOwn(resources, name) ? resources[name] : undefined;
  const field = resource?.fields[of];
  const said: Readonly<Record<string, string | undefined>> = {
    label: resource?.title,
    singular: resource?.singularTitle,
    fields: field?.title,
    options: field?.valueTitles[value],
    sections: resource?.layout.find((section) => section.name === of)?.title,
  };
  return said[part] ?? readable(key.split('.').at(-1)!);
}

function insert(texts: NestedTexts, key: string, text: string): void {
  const names = key.split('.');
  const last = names.pop()!;
  let place = texts;
  for (const name of names) {
    const next = place[name];
    if (typeof next === 'object') place = next;
    else {
      const made: NestedTexts = {};
      place[name] = made;
      place = made;
    }
  }
  place[last] = text;
}
