import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '#contract/init.ts';

/** A locale file: nested texts. */
interface Texts {
  [key: string]: string | Texts;
}

const root = path.resolve(import.meta.dirname, '..');

/** Returns all texts of a language, those of extensions included, by their full keys, namespace first. */
export function textsOf(language: Language): Map<string, string> {
  const shared = globSync(`locales/${language}/*.json`, { cwd: root });
  const ofExtensions = globSync(`extensions/*/locales/${language}.json`, { cwd: root });
  const files = [
    ...shared.map((file) => [file, path.basename(file, '.json')] as const),
    ...ofExtensions.map((file) => [file, path.basename(path.resolve(root, file, '../..'))] as const),
  ];
  return new Map(
    files.flatMap(([file, namespace]) => {
      const texts = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Texts;
      return flatten(texts, namespace);
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
