import { escapeFormula } from '@bindery/contract/records/csv.ts';
import { stringify } from 'csv-stringify/sync';

/** Empty texts, and texts with a delimiter that other programs might guess, or any line break. */
const QUOTED = /^$|[;\t\r\n]/;

/**
 * Returns rows as lines of a CSV file (RFC 4180). An empty cell means null and a quoted empty cell an empty
 * text; with `quotesNull` both are quoted.
 */
export const csvLines = (
  rows: readonly (readonly (string | null)[])[],
  { quotesNull = false }: { readonly quotesNull?: boolean } = {},
): string =>
  stringify([...rows], { record_delimiter: 'windows', quoted_match: QUOTED, quoted_empty: quotesNull });

/** Returns a JSON value as a cell that no spreadsheet runs as a formula. */
export function csvCell(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return escapeFormula(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
