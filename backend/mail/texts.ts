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

/** Formats a date and time in a language, in UTC because the reader's time zone is unknown. */
export function moment(date: Date, language: Language): string {
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
    hourCycle: 'h23',
  })
    .format(date)
    .concat(' UTC');
}
