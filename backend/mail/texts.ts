import i18next, { type TFunction } from 'i18next';
import { type Language, languages } from '#contract/init.ts';
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
  // Values are escaped where they become HTML.
  interpolation: { escapeValue: false },
});

/** What mails say in a language: `textsIn('fr')('signIn.title')`. */
export const textsIn = (language: Language): TFunction<'mail'> => texts.getFixedT(language, 'mail');

/** A moment as the reader writes it, in UTC, because a mail does not know where it is read. */
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
