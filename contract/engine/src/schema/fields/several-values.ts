/*
 * A field with several values has one cell in a CSV file: the values separated with semicolons. A backslash
 * escapes a semicolon or a backslash within a value.
 */

/** Joins several values to one cell; null for none. */
export const joinValues = (values: readonly string[]): string | null =>
  values.length === 0 ? null : values.map((value) => value.replaceAll(/[\\;]/g, '\\$&')).join('; ');

/** Splits a cell into its values, trimmed and without empty ones; reverses `joinValues`. */
export function splitValues(cell: string): string[] {
  const parts = cell.match(/(?:\\[\s\S]|[^\\;]|\\$)+/g) ?? [];
  return parts.map((part) => part.trim().replaceAll(/\\([\s\S])/g, '$1')).filter((value) => value !== '');
}
