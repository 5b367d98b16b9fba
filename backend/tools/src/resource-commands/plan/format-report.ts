import { styleText } from 'node:util';
import { hintsFor } from '@bindery/backend/database/migrations/format-plan.ts';
import type { MissingTexts } from '@bindery/contract/api/texts/missing-texts.ts';
import { wrap } from '../wrap.ts';
import type { EndpointChange } from './compare-documents.ts';
import { type ChangeReport, findingsIn } from './create-report.ts';
import type { PlannedStatement, SqlPlan, Stake } from './plan-sql.ts';

const COLORS = { breaking: 'red', review: 'yellow', safe: 'green' } as const;
const SIGNS = { gains: '+', loses: '-', changes: '~' } as const;
const WORK = {
  none: '',
  scan: ', reads all rows',
  update: ', changes some rows',
  rewrite: ', writes all rows again',
};

/** Formats a report for a terminal of 80 columns, with colours if the terminal supports them. */
export function formatReport(report: ChangeReport): string {
  const { against, comparison, problem, sql, texts } = report;
  const unknown = [wrap(`Not compared with ${against}: ${problem}`, { first: '  ' })];
  const rights = comparison?.rights.map(({ role, change, what, verdict }) =>
    styleText(COLORS[verdict], wrap(`${role} ${change} ${what}`, { first: `  ${SIGNS[change]} ` })),
  );
  return [
    section('SQL, since the last migration', formatSql(sql)),
    section(`Endpoints, since ${against}`, comparison ? formatEndpoints(comparison.endpoints) : unknown),
    section(`Rights, since ${against}`, rights ?? unknown),
    section('Texts that are newly missing', texts.map(formatTexts)),
    closingLines(report),
  ].join('\n\n');
}

const section = (title: string, lines: readonly string[]): string =>
  [styleText('bold', title), ...(lines.length > 0 ? lines : ['  nothing'])].join('\n');

/** Each statement with its locks, then the losses and the conditions. */
const formatSql = ({ statements, losses, conditions, notAsked }: SqlPlan): string[] => [
  ...statements.flatMap(formatStatement),
  ...formatStakes('  Lost or moved:', losses, () => 'red'),
  ...hintsFor(losses.map(({ text }) => text)).map((hint) => wrap(hint, { first: '    ' })),
  ...formatStakes('  Works only if the rows allow it:', conditions, ({ rows = 0 }) =>
    rows > 0 ? 'red' : 'yellow',
  ),
  ...(notAsked === undefined ? [] : [wrap(`The rows were not counted: ${notAsked}`, { first: '  ' })]),
];

const formatStatement = ({ sql, effects }: PlannedStatement): string[] => [
  wrap(sql, { first: '  ', rest: '    ' }),
  ...(effects ?? []).map(({ table, lock, work }) => {
    const text = wrap(`${table}: ${lock}${WORK[work]}`, { first: '      ' });
    return lock === 'ACCESS EXCLUSIVE' && work !== 'none' ? styleText('yellow', text) : text;
  }),
  ...(effects ? [] : ['      unknown locks']),
];

const formatStakes = (title: string, all: readonly Stake[], color: (stake: Stake) => 'red' | 'yellow') =>
  all.length === 0
    ? []
    : [title, ...all.map((stake) => styleText(color(stake), wrap(stake.text, { first: '    - ' })))];

/** The changes by resource, each with its endpoints. */
const formatEndpoints = (changes: readonly EndpointChange[]): string[] =>
  [...Map.groupBy(changes, ({ resource }) => resource)].flatMap(([resource, all]) => [
    `  ${resource}`,
    ...all.flatMap(({ part, name, what, verdict, endpoints }) => {
      const subject = [part === 'query' ? 'filter' : part, name].filter(Boolean).join(' ');
      const first = `    ${verdict.padEnd(8)}  `;
      const indent = ' '.repeat(first.length);
      // An endpoint is not broken in the middle.
      const list = endpoints.map((endpoint) => endpoint.replace(' ', '\u00a0')).join(', ');
      return [
        styleText(COLORS[verdict], wrap(`${subject} ${what}`, { first, rest: indent })),
        wrap(list, { first: indent }).replaceAll('\u00a0', ' '),
      ];
    }),
  ]);

const formatTexts = ({ file, keys }: MissingTexts): string =>
  [wrap(`${file}:`, { first: '  ' }), wrap(keys.join(', '), { first: '    ' })].join('\n');

function closingLines(report: ChangeReport): string {
  const { breaking, review, lossy, impossible } = findingsIn(report);
  const counts = [
    [breaking, 'breaking change', 'breaking changes'],
    [review, 'change to look at', 'changes to look at'],
    [lossy, 'loss of data', 'losses of data'],
    [impossible, 'condition that rows do not meet', 'conditions that rows do not meet'],
  ] as const;
  const found = counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  const lines = [
    ...(found.length > 0 ? [`${found.join(', ')}.`] : []),
    // Uncompared parts may break anything.
    ...(report.problem === undefined
      ? []
      : ['Whether calls break or rights change is not known: the configs could not be compared.']),
    ...(report.sql.conditions.some(({ rows }) => rows === undefined)
      ? ['Whether the rows allow the migration is not known: they were not counted.']
      : []),
  ];
  return lines.length === 0 ? 'Nothing is broken or lost.' : lines.map((line) => wrap(line)).join('\n');
}
