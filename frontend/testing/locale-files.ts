import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '#contract/init.ts';

/** A locale file: nested texts. */
interface Texts {
  [key: string]: string | Texts;
}

const folder = path.resolve(import.meta.dirname, '../locales');

/** Returns all texts of a language by their full keys, namespace first. */
export function textsOf(language: Language): Map<string, string> {
  const files = readdirSync(path.join(folder, language));
  return new Map(
    files.flatMap((file) => {
      const texts = JSON.parse(readFileSync(path.join(folder, language, file), 'utf8')) as Texts;
      return flatten(texts, path.basename(file, '.json'));
    }),
  );
}

function flatten(texts: Texts, prefix: string): [string, string][] {
  return Object.entries(texts).flatMap(([name, value]): [string, string][] => {
    const key = `${prefix}.${name}`;
    return typeof value === 'string' ? [[key, value]] : flatten(value, key);
  });
}

const pluralForm = /_(zero|one|two|few|many|other)$/;

/** Removes the plural suffix of a key, as the code uses it. */
export const withoutPluralForm = (key: string): string => key.replace(pluralForm, '');

/** Returns the plural suffix of a key, if it has one. */
export const pluralFormOf = (key: string): string | undefined => pluralForm.exec(key)?.[1];
