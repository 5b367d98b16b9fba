import { sql } from 'kysely';
import type { ExecutionMode } from '#backend/database/query.ts';
import type { ResourceService } from '../resource-service.ts';
import type { SqlFragment } from './sql-fragment.ts';

/** A filtered total is exact up to this number; counting further would cost more than the page. */
const EXACT_UP_TO = 10_000;

/** The number of records in a list; where `exact` is false, there are more. */
export interface Total {
  readonly value: number;
  readonly exact: boolean;
}

const total = sql<number>`count(*)::int`.as('total');

/** Returns the number of all records of a resource, from the cache if possible. */
export async function countAll({ counts, database, query, resource }: ResourceService): Promise<Total> {
  const value = await counts.get(resource.name, async () => {
    const [row] = await query(database.kysely.selectFrom(resource.table).select(total), 'list');
    return row?.total ?? 0;
  });
  return { value, exact: true };
}

/** Returns the number of records that match some conditions. */
export async function countMatching(
  { database, query, resource }: ResourceService,
  { conditions, mode }: { conditions: readonly SqlFragment[]; mode: ExecutionMode },
): Promise<Total> {
  let matching = database.kysely.selectFrom(`${resource.table} as record`).select(sql.lit(1).as('one'));
  for (const condition of conditions) matching = matching.where(condition);
  const limited = matching.limit(sql.lit(EXACT_UP_TO + 1)).as('matching');
  const [row] = await query(database.kysely.selectFrom(limited).select(total), mode);
  const value = row?.total ?? 0;
  return { value: Math.min(value, EXACT_UP_TO), exact: value <= EXACT_UP_TO };
}
