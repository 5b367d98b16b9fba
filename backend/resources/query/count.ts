import { type Compilable, sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { ExecutionMode } from '#backend/database/query.ts';
import type { Resource } from '#contract/schema/index.ts';
import { type CountCache, countKey } from './count-cache.ts';
import { type Access, rowsOf, scopeOf } from './scope.ts';
import type { SqlFragment } from './sql-fragment.ts';

/** A filtered total is exact up to this number; counting further would cost more than the page. */
const EXACT_UP_TO = 10_000;

/** The number of records in a list; where `exact` is false, there are more. */
export interface Total {
  readonly value: number;
  readonly exact: boolean;
}

/** What counting needs of a resource's service. */
interface Counter {
  readonly resource: Resource;
  readonly database: Pick<Database, 'kysely'>;
  readonly counts: CountCache;
  query<Row extends object>(query: Compilable<Row>, mode: ExecutionMode): Promise<Row[]>;
}

const total = sql<number>`count(*)::int`.as('total');

/** Returns the number of all records that an access may reach, from the cache if possible. */
export async function countAll(
  { counts, database, query, resource }: Counter,
  access: Omit<Access, 'alias'>,
): Promise<Total> {
  const count = async () => {
    const [row] = await query(rowsOf(database.kysely, { resource, ...access }).select(total), 'list');
    return row?.total ?? 0;
  };
  const scope = scopeOf(resource, access);
  // Each user has a number of their own then: remembering them would take as much memory as there are users.
  const isPersonal = scope !== undefined && scope.parameters.length > 0;
  const value = isPersonal ? await count() : await counts.get(countKey(resource.name, scope?.key), count);
  return { value, exact: true };
}

interface Counting {
  readonly access: Omit<Access, 'alias'>;
  readonly conditions: readonly SqlFragment[];
  readonly mode: ExecutionMode;
  /** The total is exact up to this number. */
  readonly limit?: number;
}

/** Returns the number of records that an access may reach and that match some conditions. */
export async function countMatching(
  { database, query, resource }: Omit<Counter, 'counts'>,
  { access, conditions, mode, limit = EXACT_UP_TO }: Counting,
): Promise<Total> {
  let matching = rowsOf(database.kysely, { resource, ...access }).select(sql.lit(1).as('one'));
  for (const condition of conditions) matching = matching.where(condition);
  const limited = matching.limit(sql.lit(limit + 1)).as('matching');
  const [row] = await query(database.kysely.selectFrom(limited).select(total), mode);
  const value = row?.total ?? 0;
  return { value: Math.min(value, limit), exact: value <= limit };
}
