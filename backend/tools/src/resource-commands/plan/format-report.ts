import { styleText } from 'node:util';
import { type Change, countVerdicts, VERDICTS } from './change.ts';
import type { ChangeReport } from './create-report.ts';

const AREAS = {
  sql: () => 'SQL, since the last migration',
  endpoints: (against: string) => `Endpoints, since ${against}`,
  rights: (against: string) => `Rights, since ${against}`,
  texts: () => 'Texts that are newly missing',
} as const;

/** The column in which the changes start, behind their verdicts. */
const INDENT = ' '.repeat(14);

/** Formats a report for a terminal of 80 columns, with colours if the terminal supports them. */
export function formatReport({ against, changes }: ChangeReport): string {
  const byArea = Map.groupBy(changes, ({ area }) => area);
  const sections = (Object.keys(AREAS) as Change['area'][]).map((area) => {
    const lines = byArea.get(area)?.map(formatChange) ?? ['  nothing'];
    return [styleText('bold', AREAS[area](against)), ...lines].join('\n');
  });
  return [...sections, closingLine(changes)].join('\n\n');
}

function formatChange({ subject, what, verdict, details = [] }: Change): string {
  const text = what === '' ? subject : `${subject} ${what}`;
  const line = wrap(text, { first: `  ${verdict.padEnd(12)}`, rest: INDENT });
  // A detail, such as `POST /api/loans`, is not broken in the middle.
  const listed = details.map((detail) => detail.replaceAll(' ', '\u00a0')).join(', ');
  const list = wrap(listed, { first: `${INDENT}  ` }).replaceAll('\u00a0', ' ');
  return [styleText(VERDICTS[verdict].color, line), ...(listed === '' ? [] : [list])].join('\n');
}

function closingLine(changes: readonly Change[]): string {
  const found = countVerdicts(changes)
    .filter(({ verdict }) => verdict !== 'safe')
    .map(({ verdict, count }) => `${count} ${VERDICTS[verdict].count[count === 1 ? 0 : 1]}`);
  return found.length === 0 ? 'Nothing is broken or lost.' : wrap(`${found.join(', ')}.`);
}

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
