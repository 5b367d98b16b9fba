import { sql } from 'kysely';
import type { PageParams, ResourceService, RoleQueries } from '../resource-service.ts';
import { applyFilters, isSearch, isUnfiltered } from './filters.ts';
import { bind, compileStatement, type PreparedStatement } from './prepared-statements.ts';
import type { SelectQuery } from './projection.ts';

/** A filtered total is exact up to here; counting on would cost more than the page. */
const EXACT_UP_TO = 10_000;

/** How many records a list has in all; not exact where there are more than it says. */
export interface Total {
  readonly value: number;
  readonly exact: boolean;
}

/** A list's query, together with the name of its shape. */
export interface CountParams {
  readonly view: RoleQueries;
  readonly asked: PageParams;
  readonly shape: string;
}

/** Counts all records of a resource, if it must. */
export async function countAll(
  service: ResourceService,
  view: RoleQueries,
  asked: PageParams,
): Promise<Total> {
  const count = () => run(service, statementOf(service, view, asked), asked);
  const value = await service.counts.get(service.resource.name, count);
  return { value, exact: true };
}

/** Counts what a list's conditions leave, unless the page at hand says it by being the last one. */
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
    isSearch(asked) ? 'planned' : 'list',
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
