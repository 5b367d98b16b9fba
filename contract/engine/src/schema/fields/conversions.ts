/*
 * Conversions of values that run for each request: a list has many timestamps, and a write many texts.
 */

/** Characters that no reader sees, except NUL: space, control and format characters, fillers of Hangul. */
const INVISIBLE = /^(?:(?!\0)[\p{Z}\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0])*$/u;

/** Line breaks, tabs and other control characters, except NUL, which no text may contain. */
const BREAKS = /(?:(?!\0)[\p{Cc}\p{Zl}\p{Zp}])+/gu;

/** Returns whether a text has no visible character. */
export const isBlank = (text: string): boolean => INVISIBLE.test(text);

/** Makes a text without a visible character empty. */
export const toText = (text: string): string => (isBlank(text) ? '' : text);

/** Puts a text on one line. Without a visible character it is empty. */
export const toLine = (text: string): string => toText(text.replaceAll(BREAKS, ' '));

/** Converts a timestamp with any offset to UTC. */
export const toUtc = (timestamp: string): string => new Date(timestamp).toISOString();

/** Converts PostgreSQL's "0001-01-01 00:00:00+00" to ISO 8601, the format that Date parses for every year. */
const isoOf = (timestamp: string) => timestamp.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00');

/** PostgreSQL's output in UTC. Rearranging text is faster than computing. */
const IN_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/;

/** Converts PostgreSQL's output of a timestamp to ISO 8601 in UTC. */
export const readTimestamp = (stored: unknown): string => {
  const [, date, time, milliseconds = ''] = IN_UTC.exec(String(stored)) ?? [];
  return date ? `${date}T${time}.${milliseconds.padEnd(3, '0')}Z` : toUtc(isoOf(String(stored)));
};
