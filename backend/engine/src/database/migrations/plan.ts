import { CompiledQuery } from 'kysely';
import type { Database } from '../connection.ts';
import { NO_LONGER_HAS } from './changed-values.ts';

/** The statements that bring a database in line with resources.config.ts, and their effects. */
export interface Plan {
  /** SQL statements, in order. */
  readonly statements: readonly string[];
  /** The changes, in words: "books: adds pages". */
  readonly summary: readonly string[];
  /** The data that is or may be lost; empty where the plan only adds. */
  readonly losses: readonly string[];
  /**
   * The queries that count the rows affected by a loss or a condition, run on the database before the
   * migration.
   */
  readonly affected: readonly AffectedRows[];
  /** The conditions that existing rows must meet; otherwise the migration fails. */
  readonly conditions: readonly string[];
}

/** A loss or a condition whose affected rows can be counted. */
export interface AffectedRows {
  /** The text of the loss or the condition in the plan. */
  readonly loss: string;
  /** SQL that returns one number, `rows`. */
  readonly sql: string;
  /** What happens to these rows: "lose characters". */
  readonly fate: { readonly one: string; readonly many: string };
}

const bullets = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  - ${line}`)];

const RENAMES = "If a field or a resource is only renamed, declare it: was: 'oldName'.";

const FORMER_VALUES =
  "To replace a removed value in existing rows, declare it at the select: formerValues: { oldValue: 'newValue' }.";

/** Returns the config options that would avoid losses. */
export const hintsFor = (losses: readonly string[]): string[] => [
  ...(losses.length > 0 ? [RENAMES] : []),
  ...(losses.some((loss) => loss.includes(NO_LONGER_HAS)) ? [FORMER_VALUES] : []),
];

/** Formats a plan for the terminal: its SQL, its losses and its conditions. */
export function formatPlan(plan: Plan): string {
  return [
    ...plan.statements.map((statement) => `  ${statement}`),
    ...bullets('This loses or moves data:', plan.losses),
    ...(plan.losses.length > 0 ? [''] : []),
    ...hintsFor(plan.losses),
    ...bullets('This works only if the rows allow it:', plan.conditions),
    '',
  ].join('\n');
}

/**
 * Adds the number of affected rows to the losses and conditions of a plan: "3 rows lose characters". If the
 * table does not exist yet, because earlier migrations have not run, a loss is unchanged.
 */
export async function countAffectedRows(plan: Plan, open: () => Promise<Database>): Promise<Plan> {
  if (plan.affected.length === 0) return plan;
  const database = await open();
  try {
    const rows = await rowsByLoss(database, plan.affected);
    const inNumbers = (line: string) => withRows(line, { affected: plan.affected, rows });
    return { ...plan, losses: plan.losses.map(inNumbers), conditions: plan.conditions.map(inNumbers) };
  } finally {
    await database.close();
  }
}

/** Returns the number of rows for each loss and condition that can be counted. */
export async function rowsByLoss(
  database: Database,
  affected: readonly AffectedRows[],
): Promise<ReadonlyMap<string, number>> {
  const counted = new Map<string, number>();
  for (const { loss, sql } of affected) {
    const rows = await countRows(database, sql);
    if (rows !== undefined) counted.set(loss, rows);
  }
  return counted;
}

/** Adds the number of rows to a loss or a condition, if it is known: "…: 3 rows lose characters". */
export function withRows(
  line: string,
  { affected, rows }: { affected: readonly AffectedRows[]; rows: ReadonlyMap<string, number> },
): string {
  const stake = affected.find(({ loss }) => loss === line);
  const number = rows.get(line);
  return stake && number !== undefined ? `${line}: ${inWords(stake, number)}` : line;
}

/** PostgreSQL's "undefined table", "undefined column" and "undefined function". */
const NOT_THERE = new Set(['42P01', '42703', '42883']);

/** Runs a query that returns one number, `rows`; undefined if its table or column does not exist yet. */
async function countRows({ kysely }: Database, sql: string): Promise<number | undefined> {
  try {
    const { rows } = await kysely.executeQuery<{ rows: number }>(CompiledQuery.raw(sql));
    return Number(rows[0]?.rows ?? 0);
  } catch (error) {
    if (NOT_THERE.has(String((error as { code?: unknown }).code))) return undefined;
    throw error;
  }
}

const inWords = ({ fate }: AffectedRows, rows: number) => {
  if (rows === 0) return `no row ${fate.one}`;
  return rows === 1 ? `1 row ${fate.one}` : `${rows.toLocaleString('en')} rows ${fate.many}`;
};
