import { useHydrated } from '../browser/use-hydrated.ts';
import type { Language } from './languages.ts';
import { useLanguage } from './use-language.ts';

/**
 * Returns a function that creates each format once: a format for every value would make a long list slower.
 */
export const once = <Options, Format>(create: (language: Language, options: Options) => Format) => {
  const formats = new Map<string, Format>();
  return (language: Language, options: Options): Format => {
    const key = language + JSON.stringify(options);
    const known = formats.get(key) ?? create(language, options);
    formats.set(key, known);
    return known;
  };
};

/** Returns the format of dates with these options. */
export const dateFormat = once(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);

const relativeFormat = once(
  (language, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, options),
);

/** Returns the date style that spells out the month: Arabic's medium style uses only digits. */
export const dayStyle = (language: Language): 'long' | 'medium' => (language === 'ar' ? 'long' : 'medium');

/** The length of a day without a time: `2026-12-01`. */
const DAY = 10;

/** Formats a time, or a day such as `2026-12-01`, which is the same one in every time zone. */
export function formatDate(language: Language, time: string | Date): string {
  const zone = typeof time === 'string' && time.length === DAY && { timeZone: 'UTC' };
  return dateFormat(language, { dateStyle: dayStyle(language), ...zone }).format(new Date(time));
}

/**
 * Returns a time or a day in the language of the page; nothing for null. The server knows neither the time
 * zone nor the dates of every browser, so a page that it has rendered shows it as soon as its scripts run.
 */
export function useDate(time: string | null): string {
  const { language } = useLanguage();
  const isHydrated = useHydrated();
  if (!time) return '';
  // A space, so that its line is as high.
  return isHydrated ? formatDate(language, time) : '\u00a0';
}

const dateTimeFormat = (language: Language, zone: Zone = {}) =>
  dateFormat(language, { dateStyle: dayStyle(language), timeStyle: 'short', ...zone });

/** The time zone of a format: by default that of the browser. */
type Zone = Pick<Intl.DateTimeFormatOptions, 'timeZone'>;

/** Formats a date with its time. */
export const formatDateTime = (language: Language, time: string | Date): string =>
  dateTimeFormat(language).format(new Date(time));

/** Formats a date with its time as two parts, between which a line may break. */
export function dayAndTime(language: Language, time: string, zone?: Zone): [day: string, time: string] {
  const parts = dateTimeFormat(language, zone).formatToParts(new Date(time));
  const hour = parts.findIndex(({ type }) => type === 'hour');
  const join = (from: number, to?: number) =>
    parts
      .slice(from, to)
      .map(({ value }) => value)
      .join('')
      .trim();
  return [join(0, hour), join(hour)];
}

/** Formats a time of day. */
export function formatTime(language: Language, time: string | Date, zone?: Zone): string {
  return dateFormat(language, { timeStyle: 'short', ...zone }).format(new Date(time));
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
];

/** Formats a time relative to now, in the largest unit that fits: "3 days ago", "in 2 minutes". */
export function formatRelative(language: Language, time: string | Date, now = new Date()): string {
  const seconds = (new Date(time).getTime() - now.getTime()) / 1000;
  const format = relativeFormat(language, { numeric: 'auto' });
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  // The result is used within a sentence, but Swahili's seconds start with a capital.
  return format.format(Math.trunc(seconds), 'second').replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
}

const segmenter = new Intl.Segmenter();

/** The maximum length of a label in questions, buttons and headings of dialogs. */
const MAX_LABEL_LENGTH = 80;

/** Truncates a label to the space in a question or a button, without splitting a character. */
export function shortLabel(label: string, max = MAX_LABEL_LENGTH): string {
  if (label.length <= max) return label;
  const characters = Array.from(segmenter.segment(label), ({ segment }) => segment);
  return characters.length <= max ? label : `${characters.slice(0, max - 1).join('')}…`;
}
