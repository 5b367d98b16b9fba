import { styleText } from 'node:util';
import { hintsFor } from '@bindery/backend/database/migrations/format-plan.ts';
import { wrap } from '../wrap.ts';
import type { CountedEffect, PlannedStatement, SqlPlan, Stake } from './sql/plan-sql.ts';

/** Formats the planned migration: each statement with its locks and rows, then the losses. */
export function formatSql({ statements, losses, conditions, notAsked }: SqlPlan): string[] {
  return [
    ...statements.flatMap(formatStatement),
    ...stakes('  Lost or moved:', losses, () => 'red'),
    ...hintsFor(losses.map(({ text }) => text)).map((hint) => wrap(hint, { first: '    ' })),
    ...stakes('  Works only if the rows allow it:', conditions, ({ rows = 0 }) =>
      rows > 0 ? 'red' : 'yellow',
    ),
    ...(notAsked === undefined
      ? []
      : [wrap(`How many rows it is about was not asked: ${notAsked}`, { first: '  ' })]),
  ];
}

const stakes = (title: string, all: readonly Stake[], color: (stake: Stake) => 'red' | 'yellow'): string[] =>
  all.length === 0
    ? []
    : [title, ...all.map((stake) => styleText(color(stake), wrap(stake.text, { first: '    - ' })))];

const formatStatement = ({ sql, effects }: PlannedStatement): string[] => [
  wrap(sql, { first: '  ', rest: '    ' }),
  ...(effects === undefined ? ['      locks that are not known'] : effects.map(formatEffect)),
];

const WORK = {
  none: () => '',
  scan: (rows: string) => `, reads ${rows}`,
  update: (rows: string) => `, changes some of ${rows}`,
  rewrite: (rows: string) => `, writes ${rows} anew`,
} as const;

function formatEffect({ table, lock, work, rows }: CountedEffect): string {
  const all =
    rows === undefined ? 'all rows' : rows === 1 ? 'its 1 row' : `its ${rows.toLocaleString('en')} rows`;
  const text = wrap(`${table}: ${lock}${WORK[work](all)}`, { first: '      ' });
  const blocks = lock === 'ACCESS EXCLUSIVE' && work !== 'none';
  return blocks ? styleText('yellow', text) : text;
}
