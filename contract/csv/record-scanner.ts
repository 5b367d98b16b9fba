/** What a scanner has seen of a CSV file. */
export interface Scanned {
  /** The number of complete lines, of which the first has the headings. A quoted line break is part of its line. */
  readonly lines: number;
  /** The number of characters since the last complete line. */
  readonly open: number;
}

/** Returns a function that counts the lines of a CSV file, given its text piece by piece. */
export function createRecordScanner(): (text: string) => Scanned {
  let lines = 0;
  let open = 0;
  let isQuoted = false;
  return (text) => {
    for (let at = 0; at < text.length; at++) {
      const letter = text[at];
      open++;
      if (letter === '"') isQuoted = !isQuoted;
      else if (letter === '\n' && !isQuoted) {
        lines++;
        open = 0;
      }
    }
    return { lines, open };
  };
}
