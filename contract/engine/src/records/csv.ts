import type { Resource, UniqueRule } from '#contract/schema/index.ts';

/** Marks a file as UTF-8 for spreadsheets that would otherwise guess another encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Returns the heading of a reference's column of ids; the column of its labels has the field's name. */
export const idHeading = (field: string): string => `${field}.id`;

/** The target of each column of an imported file: `id`, a field, or with `.id` a reference's id. */
type Mapping = readonly (string | null)[];

/** Returns whether a column of a file has the values of a field, or the ids of its references. */
export const isMapped = (mapping: Mapping, field: string): boolean =>
  mapping.includes(field) || mapping.includes(idHeading(field));

/**
 * Returns the unique rules with which an import can find existing records. The tenant of a limited user need
 * not be in the file.
 */
export const usableRules = (
  rules: readonly UniqueRule[],
  { fields }: Pick<Resource, 'fields'>,
  mapping: Mapping,
): UniqueRule[] =>
  rules.filter(
    (rule) =>
      rule.fields.some((name) => isMapped(mapping, name)) &&
      rule.fields.every((name) => isMapped(mapping, name) || fields[name]?.isFixed === true),
  );

/*
 * Spreadsheets run a cell that starts with one of these characters as a formula, so a file with such a cell
 * could attack the user who opens it. A leading apostrophe makes the cell a text. The escape is reversible: a
 * text gets one more apostrophe if it starts with any number of apostrophes and one of these characters, and
 * loses one if it starts with at least one apostrophe and such a character. So `=1` becomes `'=1`, and the
 * text `'=1` becomes `''=1`. Negative numbers are unchanged: they are not formulas, and a spreadsheet would
 * not sum texts.
 */

/** The characters that start a formula, also in the wide forms that spreadsheets convert. */
const START = '=+\\-@\\t\\r\\n＝＋－＠';
const NEEDS_APOSTROPHE = new RegExp(`^'*[${START}]`);
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/;
const HAS_APOSTROPHE = new RegExp(`^'+[${START}]`);

/** Escapes the text of a cell so that no spreadsheet runs it as a formula. */
export const escapeFormula = (text: string): string =>
  NEEDS_APOSTROPHE.test(text) && !NEGATIVE_NUMBER.test(text) ? `'${text}` : text;

/** Reverses `escapeFormula`. */
export const unescapeFormula = (cell: string): string => (HAS_APOSTROPHE.test(cell) ? cell.slice(1) : cell);

/** The state of a scan of a CSV file. */
interface Scanned {
  /** The number of complete, non-empty lines, headings included. A quoted line break does not end a line. */
  readonly lines: number;
  /** The number of characters since the last complete line. */
  readonly open: number;
}

/** What precedes a cell, and so the quotation mark that opens it. */
const BEFORE_CELL = new Set([',', ';', '\t', '|', '\n', '\r', '\uFEFF', '']);

/** The state after the quotation mark that closes a cell; a second one right after it continues the cell. */
const ENDED = 'ended';

/**
 * Returns a function that counts the lines of a CSV file chunk by chunk. A line ends with a line feed, a
 * carriage return, or both. Because the delimiter is not known yet, the number may be off for a file in which
 * a quotation mark follows another delimiter within a cell.
 */
export function createRecordScanner(): (text: string) => Scanned {
  let lines = 0;
  let open = 0;
  let isQuoted = false;
  let last = '';
  return (text) => {
    for (let at = 0; at < text.length; at++) {
      const letter = text[at]!;
      const wasQuoted = isQuoted;
      if (isQuoted) isQuoted = letter !== '"';
      else if (letter === '"') isQuoted = last === ENDED || BEFORE_CELL.has(last);
      if (!wasQuoted && (letter === '\n' || letter === '\r')) {
        if (open > 0) lines++;
        open = 0;
      } else if (letter !== '\uFEFF') open++;
      last = wasQuoted && !isQuoted ? ENDED : letter;
    }
    return { lines, open };
  };
}
