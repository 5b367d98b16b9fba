import { sql } from 'kysely';
import type { ExecutionMode } from '#backend/database/query.ts';
import { ApiError } from '#backend/http/api-error.ts';
import type { ListQuery } from '#contract/resources/list-query.ts';
import { countAll, countMatching, type Total } from '../query/count.ts';
import { filterConditions } from '../query/filters.ts';
import type { DatabaseRow, Projection, RecordJson } from '../query/projection.ts';
import {
  afterCursor,
  applySort,
  cursorAfter,
  invalidCursor,
  type SortKey,
  sortKeys,
  sortSignature,
} from '../query/sorting.ts';
import type { SqlFragment } from '../query/sql-fragment.ts';
import type { Reader } from '../query/viewer.ts';
import type { ResourceService } from '../resource-service.ts';
import { rowsAsked } from './archived-rows.ts';

/** One page of a list. */
export interface ListPage {
  readonly items: readonly RecordJson[];
  readonly total: Total;
  /** The cursor for `_after` that continues with the next page; undefined on the last page. */
  readonly next: string | undefined;
}

/** Returns the response headers of a page: the total and the next cursor. */
export function listHeaders({ total, next }: ListPage): Record<string, string> {
  return {
    'X-Total-Count': String(total.value),
    ...(!total.exact && { 'X-Total-Exact': 'false' }),
    ...(next !== undefined && { 'X-Next-Cursor': next }),
  };
}

/**
 * Returns one page of a list.
 *
 * @throws ApiError INVALID that names a field the role may not read, or an invalid cursor.
 */
export async function list(
  service: ResourceService,
  { query, actor }: { query: ListQuery; actor: Reader },
): Promise<ListPage> {
  const rows = rowsAsked(service.resource, { actor, archived: query.archived });
  const view = service.projection(actor, rows);
  const keys = sortKeys(view, query.order);
  const conditions = filterConditions(view, query);
  const [found, all] = await Promise.all([
    readRows(service, { view, query, keys, conditions }),
    conditions.length === 0 ? countAll(service, { actor, rows }) : undefined,
  ]);
  const size = query.end - query.start;
  const page = found.slice(0, size);
  const isLast = found.length <= size;
  // The last page tells the total by itself, unless nothing or a cursor says how many rows came before it.
  const isKnown = isLast && query.after === undefined && (found.length > 0 || query.start === 0);
  const known = isKnown ? { value: query.start + page.length, exact: true } : undefined;
  const mode = isSearch(query) ? 'unprepared' : 'list';
  return {
    items: page.map(view.toJson),
    total: all ?? known ?? (await countMatching(service, { access: { actor, rows }, conditions, mode })),
    next: isLast ? undefined : cursorAfter(page.at(-1)!, keys),
  };
}

interface Parts {
  readonly view: Projection;
  readonly query: ListQuery;
  readonly keys: readonly SortKey[];
  readonly conditions: readonly SqlFragment[];
}

/** Returns the rows of the page, plus one more if there is a next page. */
async function readRows(service: ResourceService, { view, query, keys, conditions }: Parts) {
  const { start, end, after } = query;
  const limit = end - start + 1;
  const offset = after === undefined && start > 0 ? [start] : [];
  const all = after === undefined ? conditions : [...conditions, afterCursor(after, keys)];
  const key = [sortSignature(keys), limit, offset.length, ...all.map(({ key }) => key)].join('\n');
  const parameters = [...all.flatMap((condition) => condition.parameters), ...offset];
  const statement = view.compile({ key, parameters }, (selected) => {
    // The limit is a literal, not a parameter: PostgreSQL plans a known limit much better.
    let select = applySort(selected, keys).limit(sql.lit(limit));
    for (const condition of all) select = select.where(condition);
    return offset.length > 0 ? select.offset(start) : select;
  });
  try {
    return await service.query<DatabaseRow>(statement, executionMode({ view, query, keys, conditions }));
  } catch (error) {
    // The values do not fit their columns, so the cursor was not created by this server.
    const isRefused = error instanceof ApiError && error.code === 'INVALID';
    throw isRefused && after !== undefined ? invalidCursor() : error;
  }
}

/**
 * Returns whether a query searches text. It is then planned for its actual parameters, because a rare term is
 * best found by an index that is slower for a common one.
 */
const isSearch = ({ q, filters }: ListQuery): boolean =>
  q !== undefined || filters.some(({ operator }) => operator === 'like' || operator === 'startsWith');

/**
 * Returns the execution mode of a list. A page sorted by one index, or continued from a cursor, takes only a
 * few index lookups; filters and offsets may read many rows. A sort by another table's column has no index:
 * all rows must be read and sorted.
 */
function executionMode({ view, query, keys, conditions }: Parts): ExecutionMode {
  if (isSearch(query)) return 'unprepared';
  const [first] = keys;
  if (!first?.column.startsWith('record.')) return 'heavy';
  const followsIndex = keys.length <= 2 && !first.nullable;
  const skips = query.after === undefined && query.start > 0;
  return conditions.length === 0 && followsIndex && !skips && !view.isPersonal && !query.archived
    ? 'pipelined'
    : 'list';
}
