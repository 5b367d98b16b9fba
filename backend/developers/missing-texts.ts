import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Language, languages } from '#contract/init.ts';
import type { Resource } from '#contract/schema/index.ts';

const LOCALES = path.resolve(import.meta.dirname, '../../frontend/locales');

/** Texts within texts, by key. */
interface Texts {
  readonly [key: string]: string | Texts;
}

/** Returns the keys of `manager.json` for which a language has no text, so that pages show names made readable. */
export function missingTexts(resource: Resource): { language: Language; keys: string[] }[] {
  return languages.map((language) => {
    const texts = textsOf(language);
    const has = (key: string) => key.split('.').reduce(step, texts) !== undefined;
    const keys = keysOf(resource).filter(({ anyOf }) => !anyOf.some(has));
    return { language, keys: keys.map(({ anyOf: [key] }) => key) };
  });
}

const step = (at: string | Texts | undefined, key: string) =>
  typeof at === 'object' && Object.hasOwn(at, key) ? at[key] : undefined;

function textsOf(language: Language): string | Texts | undefined {
  const file = path.join(LOCALES, language, 'manager.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Texts) : undefined;
}

/** The keys that pages ask for, each with those that would do as well. */
function keysOf({ name, fields, layout }: Resource): { anyOf: [string, ...string[]] }[] {
  const of = (key: string): [string] => [`resources.${name}.${key}`];
  const sections = layout.length > 1 ? layout : [];
  return [
    { anyOf: of('label') },
    { anyOf: of('singular') },
    ...sections.map((section) => ({ anyOf: of(`sections.${section.name}`) })),
    ...Object.values(fields).flatMap((field) => [
      { anyOf: [...of(`fields.${field.name}`), `fields.${field.name}`] as [string, ...string[]] },
      ...(field.values ?? []).map((value) => ({ anyOf: of(`options.${field.name}.${value}`) })),
    ]),
  ];
}
