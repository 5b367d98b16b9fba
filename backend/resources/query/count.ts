import { sql } from 'kysely';
import type { Desk, ListAsked, RoleDesk } from '../resource-service.ts';
import { fill, type Prepared, prepare } from './prepared-statements.ts';
import type { Select } from './projection.ts';
import { isSearch, isUnfiltered, narrowed } from './filters.ts';

/** A filtered total is exact up to here; counting on would cost more than the page. */
const EXACT_UP_TO = 10_000;

/** How many records a list has in all; not exact where there are more than it says. */
export interface Total {
  readonly value: number;
  readonly exact: boolean;
}

/** A list's question, together with the name of its shape. */
export interface Counting {
  readonly view: RoleDesk;
  readonly asked: ListAsked;
  readonly shape: string;
}

/** Counts all records of a resource, if it must. */
export async function countAll(desk: Desk, view: RoleDesk, asked: ListAsked): Promise<Total> {
  const count = () => run(desk, statementOf(desk, view, asked), asked);
  const value = await desk.totals.of(desk.resource.name, count);
  return { value, exact: true };
}

/** Counts what a list's conditions leave, unless the page at hand says it by being the last one. */
export async function countFound(
  desk: Desk,
  { view, asked, shape, rows, more }: Counting & { rows: number; more: boolean },
): Promise<Total> {
  const { start, after } = asked.question;
  const isLast = !more && after === undefined && (rows > 0 || start === 0);
  if (isLast) return { value: start + rows, exact: true };
  const statement = view.counts.of(shape, () => statementOf(desk, view, asked));
  const value = await run(desk, statement, asked);
  return { value: Math.min(value, EXACT_UP_TO), exact: value <= EXACT_UP_TO };
}

function statementOf({ database, resource }: Desk, view: RoleDesk, asked: ListAsked): Prepared<ListAsked> {
  const { kysely } = database;
  const records = kysely.selectFrom(`${resource.table} as record`) as unknown as Select;
  const found = narrowed(records, view, asked);
  const one = sql.lit(1).as('one');
  const counted = isUnfiltered(asked)
    ? found
    : kysely.selectFrom(
        found
          .select(one)
          .limit(sql.lit(EXACT_UP_TO + 1))
          .as('found'),
      );
  return prepare(counted.select(sql`count(*)::int`.as('total')), isSearch(asked) ? 'planned' : 'list');
}

async function run(desk: Desk, statement: Prepared<ListAsked>, asked: ListAsked): Promise<number> {
  const [row] = await desk.read<{ total: number }>(fill(statement, asked));
  return row?.total ?? 0;
}
