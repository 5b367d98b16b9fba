/*
 * A field with several values has one cell in a CSV file: the values with semicolons between them. A semicolon or a
 * backslash that is part of a value follows a backslash.
 */

/** Returns several values as one cell; null for none. */
export const joinValues = (values: readonly string[]): string | null =>
  values.length === 0 ? null : values.map((value) => value.replaceAll(/[\\;]/g, '\\$&')).join('; ');

/** Returns the values that `joinValues` was given, without white space around them; empty ones are left out. */
export function splitValues(cell: string): string[] {
  const parts = cell.match(/(?:\\[\s\S]|[^\\;]|\\$)+/g) ?? [];
  return parts.map((part) => part.trim().replaceAll(/\\([\s\S])/g, '$1')).filter((value) => value !== '');
}
