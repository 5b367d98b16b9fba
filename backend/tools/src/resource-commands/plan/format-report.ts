import { styleText } from 'node:util';
import wrapAnsi from 'wrap-ansi';
import { type Change, countVerdicts, VERDICTS } from './change.ts';
import type { ChangeReport } from './create-report.ts';

const TITLES = { sql: 'SQL', endpoints: 'Endpoints', rights: 'Rights', texts: 'Missing texts' } as const;
const COLORS = { fails: 'red', warns: 'yellow', passes: 'green' } as const;

/** The smallest usual width of a terminal. */
const COLUMNS = 80;
/** The column in which the changes start, behind their verdicts. */
const START = 14;

/** Formats a report for a terminal of 80 columns, with colours if the terminal supports them. */
export function formatReport({ against, changes }: ChangeReport): string {
  const basis = wrapAt(0, `Compared with ${against}.`);
  const sections = Object.entries(TITLES).map(([area, title]) => {
    const lines = changes.filter((change) => change.area === area).map(formatChange);
    return [styleText('bold', title), ...(lines.length > 0 ? lines : ['  nothing'])].join('\n');
  });
  return [basis, ...sections, closingLine(changes)].join('\n\n');
}

function formatChange({ subject, what, verdict, details = [] }: Change): string {
  const text = what === '' ? subject : `${subject} ${what}`;
  const line = `  ${verdict}`.padEnd(START) + wrapAt(START, text).trimStart();
  // A detail, such as `POST /api/loans`, is not broken in the middle.
  const listed = details.map((detail) => detail.replaceAll(' ', '\u00a0')).join(', ');
  const list = wrapAt(START + 2, listed).replaceAll('\u00a0', ' ');
  return [styleText(COLORS[VERDICTS[verdict]], line), ...(listed === '' ? [] : [list])].join('\n');
}

/** Wraps a text to lines that start in a column. A longer word stays on one line, to be copied. */
export const wrapAt = (column: number, text: string, columns = COLUMNS): string =>
  wrapAnsi(text, columns - column).replaceAll(/^/gm, ' '.repeat(column));

function closingLine(changes: readonly Change[]): string {
  const found = countVerdicts(changes)
    .filter(({ verdict }) => verdict !== 'safe')
    .map(({ verdict, count }) => `${count} ${verdict}`);
  return found.length === 0 ? 'Nothing is broken or lost.' : wrapAt(0, `${found.join(', ')}.`);
}
