import { dateFormat, dayStyle } from '#frontend/shell/i18n/format.ts';
import type { Language } from '#frontend/shell/i18n/languages.ts';

/** Formats a calendar date such as "2027-01-31". It has no time zone, so it is not converted. */
export function formatDay(language: Language, day: string): string {
  const format = dateFormat(language, { dateStyle: dayStyle(language), timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
