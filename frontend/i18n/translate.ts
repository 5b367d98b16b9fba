import { type Language, languages } from './languages.ts';

/** A locale file: texts, nested at will. */
export interface Texts {
  [key: string]: string | Texts;
}

export type TextValues = Record<string, string | number>;

export interface Translation {
  language: Language;
  texts: Texts;
  key: string;
  values?: TextValues | undefined;
}

/**
 * The text of a key, with `{{name}}` filled in; undefined when there is none. A `count` chooses the plural form
 * (`key_one`, `key_few`, …) by the language's own rules, and `key_zero` wherever there is one.
 */
export function translate({ language, texts, key, values = {} }: Translation): string | undefined {
  const text = pluralKeys({ language, key, count: values.count })
    .map((candidate) => lookUp(texts, candidate))
    .find((found) => found !== undefined);
  return text?.replace(/\{\{(\w+)\}\}/g, (_, name: string) => present(language, values[name]));
}

function pluralKeys({ language, key, count }: { language: Language; key: string; count: unknown }): string[] {
  if (typeof count !== 'number') return [key];
  const form = `${key}_${new Intl.PluralRules(language).select(count)}`;
  return count === 0 ? [`${key}_zero`, form, key] : [form, key];
}

function lookUp(texts: Texts, key: string): string | undefined {
  let found: string | Texts | undefined = texts;
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}

// First strong isolate … pop directional isolate: an e-mail address or a title keeps its own direction in Arabic.
const isolate = (text: string) => `\u2068${text}\u2069`;

function present(language: Language, value: string | number | undefined): string {
  if (typeof value === 'number') return new Intl.NumberFormat(language).format(value);
  return languages[language].dir === 'rtl' ? isolate(value ?? '') : (value ?? '');
}
