import type { Language } from '#contract/init.ts';
import ar from './locales/ar.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import sw from './locales/sw.json' with { type: 'json' };
import { translations } from './translations.ts';

/** Returns the texts of mails in a language: `textsIn('fr')('signIn.title')`. */
export const textsIn = translations({ en, fr, ar, sw });

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
