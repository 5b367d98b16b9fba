/** The state of a scan of a CSV file. */
export interface Scanned {
  /**
   * The number of complete, non-empty lines; the first has the headings. A quoted line break does not end a
   * line.
   */
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
