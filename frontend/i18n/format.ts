import type { Language } from './languages.ts';

/** How a day is written with its month by name: Arabic's medium style is all figures. */
export const dayStyle = (language: Language): 'long' | 'medium' => (language === 'ar' ? 'long' : 'medium');

/** A day, as users of that language write it. */
export function formatDate(language: Language, time: string | Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: dayStyle(language) }).format(new Date(time));
}

const dateTimeFormat = (language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: dayStyle(language), timeStyle: 'short' });

/** A day and its time. */
export const formatDateTime = (language: Language, time: string | Date): string =>
  dateTimeFormat(language).format(new Date(time));

/** The same in its two pieces, between which a line may break. */
export function dayAndTime(language: Language, time: string): [day: string, time: string] {
  const parts = dateTimeFormat(language).formatToParts(new Date(time));
  const hour = parts.findIndex(({ type }) => type === 'hour');
  const written = (from: number, to?: number) =>
    parts
      .slice(from, to)
      .map(({ value }) => value)
      .join('')
      .trim();
  return [written(0, hour), written(hour)];
}

/** A time of day. */
export function formatTime(language: Language, time: string | Date): string {
  return new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(time));
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
];

/** How far a time is from now, in the largest unit that fits: "3 days ago", "in 2 minutes". */
export function formatRelative(language: Language, time: string | Date, now = new Date()): string {
  const seconds = (new Date(time).getTime() - now.getTime()) / 1000;
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  // It stands within a sentence, and Swahili's seconds come with a capital.
  return format.format(Math.trunc(seconds), 'second').replace(/^\p{Lu}/u, (letter) => letter.toLowerCase());
}
