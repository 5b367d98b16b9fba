import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { loadProduct } from '@bindery/contract/api/load-product.ts';
import {
  type MissingTexts,
  missingTexts,
  pluralFormsOf,
  textsOf,
} from '@bindery/contract/api/texts/locale-files.ts';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import { readable } from '@bindery/contract/schema/names.ts';
import { formatJson } from '#tools/templates/format-json.ts';
import { defineCommand, resourceNamed } from './command.ts';

const USAGE = `npm run bindery texts [resource …] [-- --write | --check]

  npm run bindery texts             prints the texts that each language lacks, nested as in its files,
                                     with what pages show instead
  npm run bindery texts loans       those of one resource
  npm run bindery texts -- --write  adds them to the files, to be translated there
  npm run bindery texts -- --check  exits with 1 if there are some`;

const expected = {
  usage: USAGE,
  options: { write: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
  positionals: Number.POSITIVE_INFINITY,
} as const;

/** See `Command`. */
export const run = defineCommand(expected, async ({ values, positionals, root, print }) => {
  const { resources } = await loadProduct(root);
  for (const name of positionals) resourceNamed(name, resources);
  const isRequested = (key: string) =>
    positionals.length === 0 || positionals.some((name) => key.startsWith(`resources.${name}.`));
  const missing = missingTexts(resources)
    .map((texts) => ({ ...texts, keys: texts.keys.filter(isRequested) }))
    .filter(({ keys }) => keys.length > 0);
  if (missing.length === 0) {
    print('No text is missing.');
    return 0;
  }
  for (const texts of missing) {
    const skeleton = skeletonOf(texts, resources);
    const path = resolve(root, texts.file);
    if (values.write) {
      mkdirSync(dirname(path), { recursive: true });
      const known = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
      writeFileSync(path, formatJson(merged(known, skeleton)));
      print(
        `${texts.file}: ${texts.keys.length} added${texts.language === 'en' ? '' : ', to be translated'}`,
      );
    } else print(`${texts.file}\n${formatJson(skeleton)}`);
  }
  if (values.write) print('\nnpm test names the texts that are still in English.');
  else print('npm run bindery texts -- --write   adds them to the files');
  return values.check ? 1 : 0;
});

/** Texts of a locale file, nested as in the file. */
interface NestedTexts {
  [key: string]: string | NestedTexts;
}

/**
 * Returns the missing texts of a locale file in English, nested as in the file: what pages show until they
 * are translated, with every plural form of the language if English has some.
 */
export function skeletonOf(
  { language, namespace, keys }: MissingTexts,
  resources: AllResources,
  english: ReadonlyMap<string, string> = textsOf('en'),
): NestedTexts {
  const texts = keys.flatMap((key): [key: string, text: string][] => {
    const full = `${namespace}.${key}`;
    const plural = english.get(`${full}_other`);
    if (plural === undefined) return [[key, english.get(full) ?? textOfEntry(key, resources)]];
    return pluralFormsOf(language).map((form) => [`${key}_${form}`, plural]);
  });
  return texts.reduce<NestedTexts>((all, [key, text]) => merged(all, nested(key, text)), {});
}

/** Returns a text below the names of its key. */
const nested = (key: string, text: string) =>
  key.split('.').reduceRight<string | NestedTexts>((inner, name) => ({ [name]: inner }), text) as NestedTexts;

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
