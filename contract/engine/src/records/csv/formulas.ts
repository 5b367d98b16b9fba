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
