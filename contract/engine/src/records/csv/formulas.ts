/*
 * Spreadsheets run a cell as a formula if it begins with one of these characters, so a file with such a cell could
 * attack whoever opens it. An apostrophe before it makes the cell a text.
 *
 * The rule can be undone exactly: a text gets one more apostrophe if one of these characters follows after any number
 * of apostrophes, and loses one if at least one apostrophe precedes it. So `=1` is written as `'=1`, and a text that
 * really is `'=1` as `''=1`. Negative numbers stay as they are: they are no
 * formulas, and a text would not be summed up.
 */

/** What begins a formula, also in the wide forms that spreadsheets convert. */
const START = '=+\\-@\\t\\r\\n＝＋－＠';
const NEEDS_APOSTROPHE = new RegExp(`^'*[${START}]`);
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/;
const HAS_APOSTROPHE = new RegExp(`^'+[${START}]`);

/** Returns the text of a cell that no spreadsheet runs as a formula. */
export const escapeFormula = (text: string): string =>
  NEEDS_APOSTROPHE.test(text) && !NEGATIVE_NUMBER.test(text) ? `'${text}` : text;

/** Returns the text that `escapeFormula` was given. */
export const unescapeFormula = (cell: string): string => (HAS_APOSTROPHE.test(cell) ? cell.slice(1) : cell);
