import i18next from 'i18next';
import { ExtensionError } from '#contract/extend/extension-error.ts';
import { type Language, languages } from '#contract/init.ts';
import {
  flatten,
  pluralFormOf,
  pluralFormsOf,
  type Texts,
  withoutPluralForm,
} from '#contract/texts/locale-files.ts';
import * as product from '#product';

type Singular<K extends string> = K extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : K;

/** The keys of texts, joined by dots; one that counts stands without its ending. */
type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends string ? Singular<K> : `${K}.${KeysOf<T[K]>}`;
}[keyof T & string];

/** Returns a text of one language: `t('reminder.subject', { doctor })`, and by `count` the form of a number. */
export type Translate<Key extends string> = (
  key: Key,
  values?: Readonly<Record<string, string | number>>,
) => string;

/**
 * Defines the texts that own code writes, such as mails, from a file for each language:
 * `const texts = defineTexts({ en, fr, ar, sw })`, then `texts(language)('reminder.subject', { doctor })`.
 *
 * @throws ExtensionError that names what a language lacks or has beyond English, with the forms of its numbers.
 */
export function defineTexts<const T extends Texts>(
  files: { readonly en: T } & Readonly<Record<Language, Texts>>,
): (language: Language) => Translate<KeysOf<T>> {
  const problems = languages.flatMap((language) => problemsIn(files, language));
  if (problems.length > 0) throw new ExtensionError(`Texts do not fit: ${problems.join('; ')}.`);
  const instance = i18next.createInstance();
  instance.init({
    resources: Object.fromEntries(languages.map((language) => [language, { own: files[language] }])),
    ...{ defaultNS: 'own', supportedLngs: languages, fallbackLng: false, initAsync: false },
    interpolation: { escapeValue: false, defaultVariables: { product: product.name } },
  });
  return (language) => {
    const t = instance.getFixedT(language);
    // The types of i18next know the keys of the product alone; these are those of the English file.
    return (key, values) => Reflect.apply(t, undefined, [key, values ?? {}]);
  };
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
