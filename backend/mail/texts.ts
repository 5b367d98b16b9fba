import type { Language } from '#contract/init.ts';
import ar from './locales/ar.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import sw from './locales/sw.json' with { type: 'json' };

/** What mails say, by language. */
export const texts: Readonly<Record<Language, typeof en>> = { en, fr, ar, sw };

/** Puts values into the braces of a text: `fill('Hello {name}', { name: 'Ada' })`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

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
