/** What a scanner has seen of a CSV file. */
export interface Scanned {
  /** The number of complete lines but for empty ones; the first has the headings. A quoted line break is no end. */
  readonly lines: number;
  /** The number of characters since the last complete line. */
  readonly open: number;
}

/** What a cell follows, and so the quotation mark that begins one. */
const BEFORE_CELL = new Set([',', ';', '\t', '|', '\n', '\r', '\uFEFF', '']);

/** Stands for the quotation mark that ended a quoted cell; a second one right after it continues the cell. */
const ENDED = 'ended';

/**
 * Returns a function that counts the lines of a CSV file, given its text piece by piece. A line ends with a line feed,
 * a carriage return, or both. As the delimiter is not known yet, the number may be wrong for a file in which a
 * quotation mark follows another delimiter inside of a cell.
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
