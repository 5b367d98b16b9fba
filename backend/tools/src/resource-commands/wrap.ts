/** The width of wrapped output in columns: the smallest usual width of a terminal. */
const COLUMNS = 80;

interface Indentation {
  /** The prefix of the first line, and of the others; the same number of spaces by default. */
  readonly first?: string;
  readonly rest?: string;
  readonly columns?: number;
}

/**
 * Wraps a text to lines of at most 80 columns, counted in graphemes. A longer word stays on one line, so that
 * it can be copied, and a non-breaking space joins words.
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

/** Returns the width of a text in columns, assuming that every grapheme takes one. */
const widthOf = (text: string): number => [...graphemes.segment(text)].length;
