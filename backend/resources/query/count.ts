import { sql } from 'kysely';
import type { PageParams, ResourceService, RoleQueries } from '../resource-service.ts';
import { applyFilters, isSearch, isUnfiltered } from './filters.ts';
import { bind, compileStatement, type PreparedStatement } from './prepared-statements.ts';
import type { SelectQuery } from './projection.ts';

/** A filtered total is exact up to this number; counting further would cost more than the page. */
const EXACT_UP_TO = 10_000;

/** The number of records in a list; where `exact` is false, there are more. */
export interface Total {
  readonly value: number;
  readonly exact: boolean;
}

/** A list's query with the cache key of its shape. */
export interface CountParams {
  readonly view: RoleQueries;
  readonly asked: PageParams;
  readonly shape: string;
}

/** Returns the number of all records of a resource, from the cache if possible. */
export async function countAll(
  service: ResourceService,
  view: RoleQueries,
  asked: PageParams,
): Promise<Total> {
  const count = () => run(service, statementOf(service, view, asked), asked);
  const value = await service.counts.get(service.resource.name, count);
  return { value, exact: true };
}

/** Returns the number of records that match a list's filters; counts only if the page is not the last one. */
export async function countFiltered(
  service: ResourceService,
  { view, asked, shape, rows, more }: CountParams & { rows: number; more: boolean },
): Promise<Total> {
  const { start, after } = asked.query;
  const isLast = !more && after === undefined && (rows > 0 || start === 0);
  if (isLast) return { value: start + rows, exact: true };
  const statement = view.counts.get(shape, () => statementOf(service, view, asked));
  const value = await run(service, statement, asked);
  return { value: Math.min(value, EXACT_UP_TO), exact: value <= EXACT_UP_TO };
}

function statementOf(
  { database, resource }: ResourceService,
  view: RoleQueries,
  asked: PageParams,
): PreparedStatement<PageParams> {
  const { kysely } = database;
  const records = kysely.selectFrom(`${resource.table} as record`) as unknown as SelectQuery;
  const found = applyFilters(records, view, asked);
  const one = sql.lit(1).as('one');
  const counted = isUnfiltered(asked)
    ? found
    : kysely.selectFrom(
        found
          .select(one)
          .limit(sql.lit(EXACT_UP_TO + 1))
          .as('found'),
      );
  return compileStatement(
    counted.select(sql`count(*)::int`.as('total')),
    isSearch(asked) ? 'unprepared' : 'list',
  );
}

async function run(
  service: ResourceService,
  statement: PreparedStatement<PageParams>,
  asked: PageParams,
): Promise<number> {
  const [row] = await service.query<{ total: number }>(bind(statement, asked));
  return row?.total ?? 0;
}
