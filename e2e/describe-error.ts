import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const MOST_LINES = 4;
const LONGEST_LINE = 200;

/** Returns the first lines of an error's message, without colours, and where in the project it was thrown. */
export function describeError(
  message = 'An error without a message',
  place?: { readonly file: string; readonly line: number },
): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MOST_LINES)
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line));
  if (place) lines.push(`at ${relative('.', place.file)}:${place.line}`);
  return lines.join('\n');
}
