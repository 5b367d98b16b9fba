import { CompiledQuery } from 'kysely';
import type { Database } from '../connection.ts';
import type { AffectedRows, Plan } from './plan.ts';

/**
 * Returns the plan with the number of affected rows in its losses and conditions: "3 rows lose characters".
 * Where the table does not exist yet, because earlier migrations have not run, a loss stays as it is.
 */
export async function countAffectedRows(plan: Plan, open: () => Promise<Database>): Promise<Plan> {
  if (plan.affected.length === 0) return plan;
  const database = await open();
  try {
    const counted = new Map<string, string>();
    for (const stake of plan.affected) {
      const rows = await rowsOf(database, stake);
      if (rows !== undefined) counted.set(stake.loss, `${stake.loss}: ${inWords(stake, rows)}`);
    }
    const inNumbers = (line: string) => counted.get(line) ?? line;
    return { ...plan, losses: plan.losses.map(inNumbers), conditions: plan.conditions.map(inNumbers) };
  } finally {
    await database.close();
  }
}

/** PostgreSQL's "undefined table", "undefined column" and "undefined function". */
const NOT_THERE = new Set(['42P01', '42703', '42883']);

async function rowsOf({ kysely }: Database, { sql }: AffectedRows): Promise<number | undefined> {
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
