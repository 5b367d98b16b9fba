import { sql } from 'kysely';
import type { Manner } from '#backend/database/query.ts';
import { ApiError } from '#backend/http/api-error.ts';
import type { ListQuestion } from '#contract/resources/list-query.ts';
import type { Role } from '#contract/schema/index.ts';
import { type Counting, countAll, countFound, type Total } from '../query/count.ts';
import { cursorAfter, invalidCursor, readCursor } from '../query/cursor.ts';
import type { Desk, ListAsked } from '../resource-service.ts';
import { afterCursor, type Key, keysOf, ordered, signatureOf } from '../query/sorting.ts';
import { fill, prepare, slot } from '../query/prepared-statements.ts';
import type { Item, Row } from '../query/projection.ts';
import { isSearch, isUnfiltered, narrowed, shapeOf, wordsOf } from '../query/filters.ts';

/** One page of a list. */
export interface Page {
  readonly items: readonly Item[];
  readonly total: Total;
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
    isUnfiltered(asked) ? countAll(desk, view, asked) : undefined,
  ]);
  const more = rows.length > size;
  if (more) rows.pop();
  const found = { view, asked, shape, rows: rows.length, more };
  return {
    items: rows.map(view.item),
    total: unfiltered ?? (await countFound(desk, found)),
    next: more ? cursorAfter(rows.at(-1)!, keys) : undefined,
  };
}

/** The rows of the page, and one more where there is one. */
async function rowsOf(
  desk: Desk,
  { view, keys, asked, shape, size }: Counting & { keys: Key[]; size: number },
) {
  const { start, after } = asked.question;
  const skip = after === undefined && start > 0;
  const empty = asked.after.map((value) => value === null);
  const whole = [signatureOf(keys), size, skip, after === undefined ? '' : empty.join(), shape].join('|');
  const statement = view.lists.of(whole, () => {
    let query = narrowed(view.select(), view, asked);
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
 * A page in the order of one index, or from a cursor on, is a few steps down that index; what filters or skips may read
 * far. No index gives the order of another table's column: all there is must be read and sorted.
 */
const mannerOf = (asked: ListAsked, { keys, skip }: { keys: readonly Key[]; skip: boolean }): Manner => {
  if (isSearch(asked)) return 'planned';
  const [first] = keys;
  if (!first?.column.startsWith('record.')) return 'heavy';
  const followsIndex = keys.length <= 2 && !first.nullable;
  return isUnfiltered(asked) && followsIndex && !skip ? 'quick' : 'list';
};
