import type { Language } from '@bindery/contract/records/init.ts';
import ar from './locales/ar.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import sw from './locales/sw.json' with { type: 'json' };
import { translations } from './translations.ts';

/** Returns the messages of emails in a language: `textsIn('fr')('signIn.title')`. */
export const textsIn = translations({ en, fr, ar, sw });

/**
 * Formats a date and time in a language. Without a time zone, such as `Africa/Nairobi`, it is in UTC and says
 * so, because the reader's time zone is unknown.
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
