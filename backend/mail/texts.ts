import i18next, { type TFunction } from 'i18next';
import { type Language, languages } from '#contract/init.ts';
import * as product from '#product';
import ar from './locales/ar.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import sw from './locales/sw.json' with { type: 'json' };

const texts = i18next.createInstance();
texts.init({
  resources: { en: { mail: en }, fr: { mail: fr }, ar: { mail: ar }, sw: { mail: sw } },
  defaultNS: 'mail',
  supportedLngs: languages,
  fallbackLng: false,
  initAsync: false,
  // Values are escaped when the HTML is rendered.
  interpolation: { escapeValue: false, defaultVariables: { product: product.name } },
});

/** Returns the translation function of mails for a language: `textsIn('fr')('signIn.title')`. */
export const textsIn = (language: Language): TFunction<'mail'> => texts.getFixedT(language, 'mail');

/**
 * Formats a date and time in a language. Without a time zone, such as `Africa/Nairobi`, it is in UTC and says so, because
 * that of the reader is unknown.
 *
 * @throws RangeError for an unknown time zone
 */
export function moment(date: Date, language: Language, timeZone?: string): string {
  const text = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timeZone ?? 'UTC',
    hourCycle: 'h23',
  }).format(date);
  return timeZone === undefined ? `${text} UTC` : text;
}
