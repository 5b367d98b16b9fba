import { ExtensionError } from '@bindery/contract/api/extend/extension-error.ts';
import {
  flatten,
  pluralFormOf,
  pluralFormsOf,
  type Texts,
  withoutPluralForm,
} from '@bindery/contract/api/texts/locale-files.ts';
import { type Language, languages } from '@bindery/contract/records/init.ts';
import { type KeysOf, type Translate, translations } from '#backend/kernel/mail/texts.ts';

/**
 * Defines the messages that extension code writes, such as emails, from a file for each language: `const
 * texts = defineTexts({ en, fr, ar, sw })`, then `texts(language)('reminder.subject', { doctor })`.
 * @throws ExtensionError that names what a language lacks or has beyond English, including plural forms.
 */
export function defineTexts<const T extends Texts>(
  files: { readonly en: T } & Readonly<Record<Language, Texts>>,
): (language: Language) => Translate<KeysOf<T>> {
  const problems = languages.flatMap((language) => problemsIn(files, language));
  if (problems.length > 0) throw new ExtensionError(`Texts do not fit: ${problems.join('; ')}.`);
  return translations<T>(files);
}

const keysIn = (texts: Texts): string[] => flatten(texts).map(([key]) => key);

function problemsIn(files: Readonly<Record<Language, Texts>>, language: Language): string[] {
  const forms = pluralFormsOf(language);
  const english = keysIn(files.en);
  const counted = new Set(english.filter((key) => pluralFormOf(key)).map(withoutPluralForm));
  const plain = english.filter((key) => !pluralFormOf(key));
  const wanted = new Set([...plain, ...[...counted].flatMap((key) => forms.map((form) => `${key}_${form}`))]);
  const given = new Set(keysIn(files[language]));
  return [
    ...[...wanted].filter((key) => !given.has(key)).map((key) => `${language} lacks ${key}`),
    ...[...given].filter((key) => !wanted.has(key)).map((key) => `${language} has ${key}, which is unknown`),
  ];
}
