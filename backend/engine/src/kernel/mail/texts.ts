import { ofProduct, product } from '@bindery/contract/api/product.ts';
import type { Texts } from '@bindery/contract/api/texts/locale-files.ts';
import { type Language, languages } from '@bindery/contract/records/init.ts';
import i18next, { type InitOptions } from 'i18next';
import ar from './locales/ar.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import sw from './locales/sw.json' with { type: 'json' };

type Singular<K extends string> = K extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : K;

/** The keys of messages, joined with dots; plural messages without their suffix. */
export type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends string ? Singular<K> : `${K}.${KeysOf<T[K]>}`;
}[keyof T & string];

/** Returns a message in a language: `t('reminder.subject', { doctor })`, with `count` in its plural form. */
export type Translate<Key extends string> = (
  key: Key,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** An instance of i18next with messages other than the pages'. */
interface OwnTexts {
  init(options: InitOptions): void;
  getFixedT(language: Language): Translate<string>;
}

/** Returns a file's messages in each language: `translations({ en, fr, ar, sw })(language)(key, values)`. */
export function translations<const T extends Texts>(
  files: { readonly en: T } & Readonly<Record<Language, Texts>>,
): (language: Language) => Translate<KeysOf<T>> {
  // Created when first used: a module that only imports this one needs no product.
  const instance = ofProduct(() => createInstance(files));
  return (language) => instance().getFixedT(language);
}

function createInstance(files: Readonly<Record<Language, Texts>>): OwnTexts {
  // biome-ignore lint/plugin: its types know the keys of the pages alone, and to compare others takes the compiler half a second
  const instance = i18next.createInstance() as unknown as OwnTexts;
  instance.init({
    resources: Object.fromEntries(languages.map((language) => [language, { own: files[language] }])),
    defaultNS: 'own',
    supportedLngs: languages,
    fallbackLng: false,
    initAsync: false,
    // Values are escaped when HTML is rendered.
    interpolation: { escapeValue: false, defaultVariables: { product: product().name } },
  });
  return instance;
}

/** Returns the messages of emails in a language: `textsIn('fr')('signIn.title')`. */
export const textsIn = translations({ en, fr, ar, sw });

/**
 * Formats a date and time in a language. Without a time zone, such as `Africa/Nairobi`, it is in UTC and says
 * so, because the reader's time zone is unknown.
 * @throws RangeError for an unknown time zone
 */
export function formatTimestamp(date: Date, language: Language, timeZone?: string): string {
  const text = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timeZone ?? 'UTC',
    hourCycle: 'h23',
  }).format(date);
  return timeZone === undefined ? `${text} UTC` : text;
}

/** Formats a time in UTC, for sentences that have said so with a date before. */
export const formatTime = (date: Date, language: Language): string =>
  new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC', hourCycle: 'h23' }).format(date);
