import { sql } from 'kysely';
import type { Manner } from '#backend/database/reader.ts';
import { ApiError } from '#backend/http/api-error.ts';
import type { ListQuestion } from '#contract/resources/listQuery.ts';
import type { Role } from '#contract/schema/index.ts';
import { cursorAfter, invalidCursor, readCursor } from './cursor.ts';
import type { Desk, ListAsked, RoleDesk } from './desk.ts';
import { afterCursor, type Key, keysOf, ordered, signatureOf } from './order.ts';
import { fill, type Prepared, prepare, slot } from './slots.ts';
import type { Item, Row, Select } from './view.ts';
import { conditionsOf, isSearch, shapeOf, wordsOf } from './where.ts';

/** A filtered total is exact up to here; counting on would cost more than the page. */
export const EXACT_UP_TO = 10_000;

/** One page of a list. */
export interface Page {
  readonly items: readonly Item[];
  readonly total: { readonly value: number; readonly exact: boolean };
  /** What to ask `_after` for the rows that follow; undefined on the last page. */
  readonly next: string | undefined;
}

/**
 * Answers a list's question.
 *
 * @throws ApiError INVALID that names a field the role may not read, or a cursor of another order.
 */
export async function list(
  desk: Desk,
  { question, role }: { question: ListQuestion; role: Role },
): Promise<Page> {
  const view = desk.view(role);
  const keys = keysOf(view, question.order);
  const after = question.after === undefined ? [] : readCursor(question.after, keys);
  const asked: ListAsked = { question, words: wordsOf(question), after };
  const shape = shapeOf(view, asked);
  const size = question.end - question.start;
  const [rows, unfiltered] = await Promise.all([
    rowsOf(desk, { view, keys, asked, shape, size }),
    isUnfiltered(asked) ? totalOf(desk, view, asked) : undefined,
  ]);
  const more = rows.length > size;
  if (more) rows.pop();
  return {
    items: rows.map(view.item),
    total: unfiltered ?? (await filteredTotal(desk, { view, asked, shape, rows: rows.length, more })),
    next: more ? cursorAfter(rows.at(-1)!, keys) : undefined,
  };
}

interface Asking {
  readonly view: RoleDesk;
  readonly asked: ListAsked;
  readonly shape: string;
}

/** The rows of the page, and one more where there is one. */
async function rowsOf(
  desk: Desk,
  { view, keys, asked, shape, size }: Asking & { keys: Key[]; size: number },
) {
  const { start, after } = asked.question;
  const skip = after === undefined && start > 0;
  const empty = asked.after.map((value) => value === null);
  const whole = [signatureOf(keys), size, skip, after === undefined ? '' : empty.join(), shape].join('|');
  const statement = view.lists.of(whole, () => {
    let query = where(view.select(), view, asked);
    if (after !== undefined) query = query.where(afterCursor(keys, empty));
    // The number stands in the statement itself: PostgreSQL plans a limit that it knows much better.
    query = ordered(query, keys).limit(sql.lit(size + 1));
    if (skip) query = query.offset(slot<ListAsked>(({ question }) => question.start) as never);
    return prepare(query, mannerOf(asked, { keys, skip }));
  });
  try {
    return await desk.read<Row>(fill(statement, asked));
  } catch (error) {
    // A cursor whose values are none of their columns was written by nobody here.
    const isRefused = error instanceof ApiError && error.code === 'INVALID';
    throw isRefused && after !== undefined ? invalidCursor() : error;
  }
}

/**
 * A page in the order of one index, or from a cursor on, is a few steps down that index; what sorts, filters or skips
 * may read far.
 */
const mannerOf = (asked: ListAsked, { keys, skip }: { keys: readonly Key[]; skip: boolean }): Manner => {
  if (isSearch(asked)) return 'planned';
  const [first] = keys;
  const followsIndex = keys.length <= 2 && first?.column.startsWith('record.') && !first.nullable;
  return isUnfiltered(asked) && followsIndex && !skip ? 'quick' : 'prepared';
};

const where = (query: Select, view: RoleDesk, asked: ListAsked): Select =>
  conditionsOf(view, asked).reduce((narrowed, condition) => narrowed.where(condition), query);

const isUnfiltered = ({ question, words }: ListAsked) =>
  question.filters.length === 0 && question.ids === undefined && words.length === 0;

async function totalOf(desk: Desk, view: RoleDesk, asked: ListAsked): Promise<Page['total']> {
  const count = () => run(desk, counting(desk, view, asked), asked);
  // What better-auth writes is not told here, so its tables are counted every time.
  const value = await (desk.resource.keptBy === 'auth' ? count() : desk.totals.of(desk.resource.name, count));
  return { value, exact: true };
}

async function filteredTotal(
  desk: Desk,
  { view, asked, shape, rows, more }: Asking & { rows: number; more: boolean },
): Promise<Page['total']> {
  const { start, after } = asked.question;
  // The last page says it by itself.
  if (!more && after === undefined && (rows > 0 || start === 0)) return { value: start + rows, exact: true };
  const statement = view.counts.of(shape, () => counting(desk, view, asked));
  const value = await run(desk, statement, asked);
  return { value: Math.min(value, EXACT_UP_TO), exact: value <= EXACT_UP_TO };
}

function counting(desk: Desk, view: RoleDesk, asked: ListAsked): Prepared<ListAsked> {
  const { kysely } = desk.database;
  const records = kysely.selectFrom(`${desk.resource.table} as record`) as unknown as Select;
  const narrowed = where(records, view, asked);
  const counted = isUnfiltered(asked)
    ? narrowed
    : kysely.selectFrom(
        narrowed
          .select(sql.lit(1).as('one'))
          .limit(sql.lit(EXACT_UP_TO + 1))
          .as('found'),
      );
  return prepare(counted.select(sql`count(*)::int`.as('total')), isSearch(asked) ? 'planned' : 'prepared');
}

async function run(desk: Desk, statement: Prepared<ListAsked>, asked: ListAsked): Promise<number> {
  const [row] = await desk.read<{ total: number }>(fill(statement, asked));
  return row?.total ?? 0;
}
