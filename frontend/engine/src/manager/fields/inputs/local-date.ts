import { westernDigits } from '#frontend/shell/components/western-digits.ts';
import type { Language } from '#frontend/shell/i18n/languages.ts';

/** A field of a date, in the order in which a language writes them. */
type DatePart = 'day' | 'month' | 'year';

/** Characters for the text direction, and non-breaking spaces, which users do not type. */
const MARKS = /[\u200e\u200f\u061c]/g;

const dateFormat = (language: Language) =>
  new Intl.DateTimeFormat(language, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });

const timeFormat = (language: Language) =>
  new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });

const isDatePart = (type: string): type is DatePart => type === 'day' || type === 'month' || type === 'year';

/** Returns the order in which a language writes day, month and year. */
export const orderOfDate = (language: Language): DatePart[] =>
  dateFormat(language)
    .formatToParts(0)
    .flatMap(({ type }) => (isDatePart(type) ? type : []));

/**
 * Returns "2027-01-31" or "2027-01-31T13:30" as the language writes it in an input: "01/31/2027, 1:30 PM".
 * Others, as a year of five digits, stay as they are.
 */
export function toLocalDate(value: string, language: Language): string {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}.*)?$/.test(value)) return value;
  const date = new Date(`${value.slice(0, 16)}${value.length > 10 ? '' : 'T00:00'}Z`);
  if (Number.isNaN(date.getTime())) return value;
  const day = dateFormat(language).format(date);
  const text = value.length > 10 ? `${day} ${timeFormat(language).format(date)}` : day;
  return text.replace(MARKS, '').replaceAll('\u202f', ' ');
}

interface Reading {
  readonly language: Language;
  readonly withTime: boolean;
  /** Whether the input is complete, so that a year may have two digits. */
  readonly isComplete: boolean;
}

/**
 * Returns what is typed as "2027-01-31", or with a time "2027-01-31T13:30"; empty for what is no date. Takes
 * the digits and the order of the language with any signs between them or none, and the order of ISO 8601.
 */
export function fromLocalDate(typed: string, { language, withTime, isComplete }: Reading): string {
  const text = westernDigits(typed.replace(MARKS, '')).replace(/(?<=\d)T(?=\d)/, ' ');
  const period = periodIn(text, language);
  const numbers = text.match(/\d+/g) ?? [];
  const [first = ''] = numbers;
  const isRun = first.length === 8;
  const order: readonly DatePart[] =
    !isRun && first.length === 4 ? ['year', 'month', 'day'] : orderOfDate(language);
  const parts = isRun ? slicesOf(first, order) : numbers.slice(0, 3);
  const times = timesOf(numbers.slice(isRun ? 1 : 3));
  if (parts.length < 3 || period === undefined || times.length !== (withTime ? 2 : 0)) return '';
  const at = (part: DatePart) => parts[order.indexOf(part)]!;
  const day = dayFrom({ year: yearFrom(at('year'), isComplete), month: at('month'), day: at('day') });
  if (!withTime) return period === '' ? day : '';
  const time = timeFrom(times, period);
  return day && time && `${day}T${time}`;
}

/** Splits a date without signs: "01312027". */
function slicesOf(run: string, order: readonly DatePart[]): string[] {
  const lengths = order.map((part) => (part === 'year' ? 4 : 2));
  return lengths.map((length, place) => {
    const from = lengths.slice(0, place).reduce((sum, before) => sum + before, 0);
    return run.slice(from, from + length);
  });
}

/** Splits a time without a sign: "1330". */
const timesOf = (numbers: readonly string[]): readonly string[] => {
  const [run = ''] = numbers;
  return numbers.length === 1 && run.length === 4 ? [run.slice(0, 2), run.slice(2)] : numbers;
};

function yearFrom(text: string, isComplete: boolean): string {
  if (text.length === 4) return text;
  if (text.length !== 2 || !isComplete) return '';
  return Number(text) < 70 ? `20${text}` : `19${text}`;
}

function dayFrom(parts: Readonly<Record<DatePart, string>>): string {
  const { year, month, day } = parts;
  if (year === '' || month.length > 2 || day.length > 2) return '';
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00Z`);
  // The 31st of a shorter month would be a day of the next one.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : '';
}

type Period = 'am' | 'pm' | '';

function timeFrom([hours = '', minutes = '']: readonly string[], period: Period): string {
  const typed = Number(hours);
  const isHalf = period !== '';
  if (minutes.length !== 2 || Number(minutes) > 59 || typed > (isHalf ? 12 : 23) || (isHalf && typed === 0))
    return '';
  const hour = isHalf ? (typed % 12) + (period === 'pm' ? 12 : 0) : typed;
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}

/** Returns the half of the day that a text names; empty for none, undefined for other words. */
function periodIn(text: string, language: Language): Period | undefined {
  const word = text
    .replace(/[\d\s.,:/،٬-]/g, '')
    .replaceAll('\u202f', '')
    .toLocaleLowerCase(language);
  // French writes "13 h 30".
  if (word === '' || (language === 'fr' && word === 'h')) return '';
  const names = (hour: number) => [
    ...(hour < 12 ? ['am', 'a'] : ['pm', 'p']),
    ...timeFormat(language)
      .formatToParts(Date.UTC(2020, 0, 1, hour))
      .filter(({ type }) => type === 'dayPeriod')
      .map(({ value }) => value.replace(/[\s.]/g, '').toLocaleLowerCase(language)),
  ];
  if (names(9).includes(word)) return 'am';
  return names(15).includes(word) ? 'pm' : undefined;
}
