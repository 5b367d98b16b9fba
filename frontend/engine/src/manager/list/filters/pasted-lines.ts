import { LONGEST_QUERY } from '@bindery/contract/records/limits.ts';
import { type ListAddress, writeAddress } from '@bindery/contract/records/resources/list-address.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the distinct, non-empty lines of a pasted text; undefined for a text of one line. */
export function linesOf(text: string): readonly string[] | undefined {
  const lines = text.split(/[\r\n\u2028\u2029]+/).map((line) => line.trim());
  const different = [...new Set(lines)].filter((line) => line !== '');
  return lines.filter((line) => line !== '').length > 1 ? different : undefined;
}

/** Returns whether all lines are ids. */
export const areIds = (lines: readonly string[]): boolean => lines.every((line) => UUID.test(line));

/** Returns whether the URL of a list is longer than the server accepts. */
export const isTooLong = (address: ListAddress): boolean =>
  writeAddress(address).toString().length > LONGEST_QUERY;
