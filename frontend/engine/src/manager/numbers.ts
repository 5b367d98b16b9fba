import { once } from '#frontend/shell/i18n/format.ts';
import type { Language } from '#frontend/shell/i18n/languages.ts';

/** Returns the format of numbers with these options. */
export const numberFormat = once(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);

/** Formats a number. */
export const formatNumber = (language: Language, number: number): string =>
  numberFormat(language, {}).format(number);

/** Formats a number of records; with a plus sign if the server has stopped counting. */
export const formatTotal = (
  language: Language,
  { total, exact }: { readonly total: number; readonly exact: boolean },
): string => formatNumber(language, total) + (exact ? '' : '+');
