/** The columns that output is wrapped to: those of a terminal at its smallest usual size. */
const COLUMNS = 80;

interface Indentation {
  /** What stands before the first line, and before the others; the same number of spaces by default. */
  readonly first?: string;
  readonly rest?: string;
  readonly columns?: number;
}

/**
 * Wraps a text to lines of at most 80 columns, counted in graphemes. A word that is longer than a line is kept whole,
 * so that it can be copied, and a non-breaking space holds words together.
 */
export function wrap(
  text: string,
  { first = '', rest = ' '.repeat(first.length), columns = COLUMNS }: Indentation = {},
): string {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(/[ \t\n]+/).filter((one) => one !== '')) {
    if (!isEmpty && widthOf(line) + 1 + widthOf(word) > columns) {
      lines.push(line);
      line = rest;
      isEmpty = true;
    }
    line += (isEmpty ? '' : ' ') + word;
    isEmpty = false;
  }
  return [...lines, line].join('\n');
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns how many columns a text takes, as far as every grapheme takes one. */
const widthOf = (text: string): number => [...graphemes.segment(text)].length;
