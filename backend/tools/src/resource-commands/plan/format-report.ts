import { styleText } from 'node:util';
import { wrap } from '../wrap.ts';
import type { ChangeReport } from './create-report.ts';
import { findingsIn } from './findings.ts';
import { formatEndpoints } from './format-endpoints.ts';
import { formatSql } from './format-sql.ts';
import { formatTexts } from './format-texts.ts';
import type { RightChange } from './rights/compare-rights.ts';
import type { UniqueChange } from './uniques/compare-uniques.ts';
import type { ValueChange } from './values/compare-values.ts';

/** Formats a report for a terminal of 80 columns, with colours if the terminal supports them. */
export function formatReport(report: ChangeReport): string {
  const { comparison, problem, sql, texts } = report;
  const unknown = wrap(`Not compared with ${report.against}: ${problem}`, { first: '  ' });
  return [
    section('SQL, since the last migration', formatSql(sql)),
    section(
      `Endpoints, since ${report.against}`,
      comparison
        ? [...(problem === undefined ? [] : [unknown]), ...formatEndpoints(comparison.endpoints)]
        : [unknown],
    ),
    section(`Rights, since ${report.against}`, comparison ? comparison.rights.map(formatRight) : [unknown]),
    section(
      `Unique rules, since ${report.against}`,
      comparison ? comparison.uniques.map(formatUnique) : [unknown],
    ),
    section(
      `Values and labels, since ${report.against}`,
      comparison ? comparison.values.map(formatValue) : [unknown],
    ),
    section('Texts that are newly missing', formatTexts(texts)),
    closingLine(report),
  ].join('\n\n');
}

const section = (title: string, lines: readonly string[]): string =>
  [styleText('bold', title), ...(lines.length > 0 ? lines : ['  nothing'])].join('\n');

const SIGNS = { gains: '+', loses: '-', changes: '~' } as const;
const WORDS = { gains: 'becomes unique', loses: 'is no longer unique', changes: '(unique)' } as const;
const COLORS = { breaking: 'red', review: 'yellow', safe: 'green' } as const;

const formatRight = ({ role, change, what, verdict }: RightChange): string =>
  styleText(COLORS[verdict], wrap(`${role} ${change} ${what}`, { first: `  ${SIGNS[change]} ` }));

const formatValue = ({ what, verdict }: ValueChange): string =>
  styleText(COLORS[verdict], wrap(what, { first: `  ${SIGNS.changes} ` }));

function formatUnique({ change, what, verdict, rows }: UniqueChange): string {
  const clashing = rows === 1 ? '1 row violates it' : `${rows?.toLocaleString('en')} rows violate it`;
  const counted =
    rows === undefined || change === 'loses' ? '' : `: ${rows === 0 ? 'no row violates it' : clashing}`;
  return styleText(
    COLORS[verdict],
    wrap(`${what} ${WORDS[change]}${counted}`, { first: `  ${SIGNS[change]} ` }),
  );
}

const notCompared = ({ comparison }: ChangeReport): string =>
  comparison
    ? 'Whether endpoints of extensions break is not known: they could not be compared.'
    : 'Whether calls break or rights change is not known: the configs could not be compared.';

const NOT_COUNTED = 'Whether the rows allow the migration is not known: they were not counted.';

function closingLine(report: ChangeReport): string {
  const { breaking, review, lossy, impossible } = findingsIn(report);
  const counts = [
    [breaking, 'breaking change', 'breaking changes'],
    [review, 'change to look at', 'changes to look at'],
    [lossy, 'loss of data', 'losses of data'],
    [impossible, 'condition that rows do not meet', 'conditions that rows do not meet'],
  ] as const;
  const said = counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  const found = said.length === 0 ? [] : [`${said.join(', ')}.`];
  // Uncompared parts may break anything.
  const unknown = [
    ...(report.problem === undefined ? [] : [notCompared(report)]),
    ...(report.sql.conditions.some(({ rows }) => rows === undefined) ? [NOT_COUNTED] : []),
  ];
  const lines = [...found, ...unknown];
  return lines.length === 0 ? 'Nothing is broken or lost.' : lines.map((line) => wrap(line)).join('\n');
}
