import { sql } from 'kysely';
import type { ExecutionMode } from '#backend/database/query.ts';
import { ApiError } from '#backend/http/api-error.ts';
import type { ListQuery } from '#contract/resources/list-query.ts';
import type { Role } from '#contract/schema/index.ts';
import { type CountParams, countAll, countFiltered, type Total } from '../query/count.ts';
import { cursorAfter, invalidCursor, readCursor } from '../query/cursor.ts';
import { applyFilters, cacheKey, isSearch, isUnfiltered, searchTerms } from '../query/filters.ts';
import { bind, compileStatement, param } from '../query/prepared-statements.ts';
import type { DatabaseRow, RecordJson } from '../query/projection.ts';
import { afterCursor, applySort, type SortKey, sortKeys, sortSignature } from '../query/sorting.ts';
import type { PageParams, ResourceService } from '../resource-service.ts';

/** One page of a list. */
export interface ListPage {
  readonly items: readonly RecordJson[];
  readonly total: Total;
  /** The cursor for `_after` that continues with the next page; undefined on the last page. */
  readonly next: string | undefined;
}

/**
 * Returns one page of a list.
 *
 * @throws ApiError INVALID that names a field the role may not read, or an invalid cursor.
 */
export async function list(
  service: ResourceService,
  { query, role }: { query: ListQuery; role: Role },
): Promise<ListPage> {
  const view = service.queries(role);
  const keys = sortKeys(view, query.order);
  const after = query.after === undefined ? [] : readCursor(query.after, keys);
  const asked: PageParams = { query, terms: searchTerms(query), after };
  const shape = cacheKey(view, asked);
  const size = query.end - query.start;
  const [rows, unfiltered] = await Promise.all([
    rowsOf(service, { view, keys, asked, shape, size }),
    isUnfiltered(asked) ? countAll(service, view, asked) : undefined,
  ]);
  const more = rows.length > size;
  if (more) rows.pop();
  const found = { view, asked, shape, rows: rows.length, more };
  return {
    items: rows.map(view.toJson),
    total: unfiltered ?? (await countFiltered(service, found)),
    next: more ? cursorAfter(rows.at(-1)!, keys) : undefined,
  };
}

/** Returns the rows of the page, plus one more if there is a next page. */
async function rowsOf(
  service: ResourceService,
  { view, keys, asked, shape, size }: CountParams & { keys: SortKey[]; size: number },
) {
  const { start, after } = asked.query;
  const skip = after === undefined && start > 0;
  const empty = asked.after.map((value) => value === null);
  const whole = [sortSignature(keys), size, skip, after === undefined ? '' : empty.join(), shape].join('|');
  const statement = view.lists.get(whole, () => {
    let query = applyFilters(view.select(), view, asked);
    if (after !== undefined) query = query.where(afterCursor(keys, empty));
    // The limit is a literal, not a parameter: PostgreSQL plans a known limit much better.
    query = applySort(query, keys).limit(sql.lit(size + 1));
    if (skip) query = query.offset(param<PageParams>(({ query }) => query.start) as never);
    return compileStatement(query, executionMode(asked, { keys, skip }));
  });
  try {
    return await service.query<DatabaseRow>(bind(statement, asked));
  } catch (error) {
    // The values do not fit their columns, so the cursor was not created by this server.
    const isRefused = error instanceof ApiError && error.code === 'INVALID';
    throw isRefused && after !== undefined ? invalidCursor() : error;
  }
}

/**
 * Returns the execution mode of a list. A page sorted by one index, or continued from a cursor, takes only a
 * few index lookups; filters and offsets may read many rows. A sort by another table's column has no index:
 * all rows must be read and sorted.
 */
const executionMode = (
  asked: PageParams,
  { keys, skip }: { keys: readonly SortKey[]; skip: boolean },
): ExecutionMode => {
  if (isSearch(asked)) return 'unprepared';
  const [first] = keys;
  if (!first?.column.startsWith('record.')) return 'heavy';
  const followsIndex = keys.length <= 2 && !first.nullable;
  return isUnfiltered(asked) && followsIndex && !skip ? 'pipelined' : 'list';
};
