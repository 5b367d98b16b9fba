import type { Language } from '#frontend/shell/i18n/languages.ts';

/** Formats a size: "1.2 MB". */
export function formatSize(language: Language, bytes: number): string {
  const kilobytes = bytes / 1000;
  const [size, unit] =
    kilobytes < 1000 ? [Math.round(kilobytes), 'kilobyte'] : [kilobytes / 1000, 'megabyte'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(size);
}

/** Formats a duration: "12.3 ms". */
export const formatMilliseconds = (language: Language, duration: number): string =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'millisecond',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(duration);

/** Formats a number. */
export const formatCount = (language: Language, count: number): string =>
  new Intl.NumberFormat(language).format(count);

/** Formats a timestamp in the time zone of this machine, with its seconds. */
export const formatTimestamp = (language: Language, timestamp: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' }).format(new Date(timestamp));
