import { CompiledQuery } from 'kysely';
import type { Database } from '../connection.ts';
import type { AffectedRows, Plan } from './plan.ts';

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
