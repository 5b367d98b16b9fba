import { dateFormat } from '#frontend/shell/i18n/format.ts';
import type { Language } from '#frontend/shell/i18n/languages.ts';

/**
 * Formats a time as short as the columns of lists need: with the time of day in this year, otherwise with the
 * year instead. With a zone, always with the time of day: the server, which states one, does not know the
 * year of the browser.
 */
export function shortTime(language: Language, at: string, zone?: { timeZone: 'UTC' }): [string] {
  const time = new Date(at);
  const isThisYear = zone !== undefined || time.getFullYear() === new Date().getFullYear();
  const rest = isThisYear
    ? ({ hour: 'numeric', minute: '2-digit' } as const)
    : ({ year: 'numeric' } as const);
  return [dateFormat(language, { day: 'numeric', month: 'short', ...rest, ...zone }).format(time)];
}
