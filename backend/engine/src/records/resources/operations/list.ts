import type { ListQuery } from '@bindery/contract/records/resources/list-query.ts';
import { sql } from 'kysely';
import type { ExecutionMode } from '#backend/database/query.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { UnreadableRecord } from '../database-errors.ts';
import { countAll, countMatching, type Total } from '../query/count.ts';
import { filterPredicates } from '../query/filters.ts';
import type { DatabaseRow, Projection, RecordJson } from '../query/projection.ts';
import { requireArchive } from '../query/scope.ts';
import { invalidCursor, Sorting } from '../query/sorting.ts';
import type { CompiledStatement, SqlFragment } from '../query/sql-fragment.ts';
import type { ResourceService } from '../resource-service.ts';

/** More records than a table has. */
const ALL = 1_000_000_000;

/** One page of a list. */
export interface ListPage {
  readonly items: readonly RecordJson[];
  readonly total: Total;
  /** The cursor for `_after` that continues with the next page; undefined on the last page. */
  readonly next: string | undefined;
  /** The response headers with the total and the next cursor. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Returns one page of a list.
 * @param limits SQL predicates besides those of the query and of the rows, on columns of `record`.
 * @throws ApiError INVALID that names a field the role may not read, or an invalid cursor; FORBIDDEN for the
 * archive, if the user may not see it.
 */
export async function list(
  service: ResourceService,
  { query, actor, limits = [] }: { query: ListQuery; actor: Actor; limits?: readonly SqlFragment[] },
): Promise<ListPage> {
  const rows = query.archived ? requireArchive(service.resource, actor) : 'live';
  const projection = service.projection(actor, rows, query.computed === false ? 'stored' : 'all');
  const sorting = new Sorting(projection, query.order);
  const predicates = [...limits, ...filterPredicates(projection, query)];
  const isSearch = searches(query);
  const [found, all] = await Promise.all([
    readRows(service, { projection, query, sorting, predicates, isSearch }),
    predicates.length === 0 ? countAll(service, projection) : undefined,
  ]);
  const size = query.end - query.start;
  const page = found.slice(0, size);
  const isLast = found.length <= size;
  // The last page reveals the total, unless it is empty or a cursor hides how many rows came before it.
  const isKnown = isLast && query.after === undefined && (found.length > 0 || query.start === 0);
  const known = isKnown ? { value: query.start + page.length, exact: true } : undefined;
  const mode = isSearch ? 'unprepared' : 'list';
  const { scope, statements } = projection;
  const limit = query.countsAll ? { limit: ALL } : {};
  const total =
    all ?? known ?? (await countMatching(service, { scope, statements, predicates, mode, ...limit }));
  const next = isLast ? undefined : sorting.cursorAfter(page.at(-1)!);
  const headers = {
    'X-Total-Count': String(total.value),
    ...(!total.exact && { 'X-Total-Exact': 'false' }),
    ...(next !== undefined && { 'X-Next-Cursor': next }),
  };
  return { items: page.map(projection.toJson), total, next, headers };
}

/**
 * Returns whether a query searches text. It is then planned for its actual parameters, because a rare term is
 * best found with an index that is slower for a common one.
 */
const searches = ({ q, filters }: ListQuery): boolean =>
  q !== undefined || filters.some(({ operator }) => operator === 'like' || operator === 'startsWith');

interface Parts {
  readonly projection: Projection;
  readonly query: ListQuery;
  readonly sorting: Sorting;
  readonly predicates: readonly SqlFragment[];
  readonly isSearch: boolean;
}

/** Returns the rows of the page, plus one more if there is a next page. */
async function readRows(service: ResourceService, parts: Parts) {
  const { projection, query, sorting, predicates } = parts;
  const { start, end, after } = query;
  const limit = end - start + 1;
  const offset = after === undefined && start > 0 ? [start] : [];
  const all = after === undefined ? predicates : [...predicates, sorting.after(after)];
  const key = [sorting.signature, limit, offset.length, ...all.map(({ key }) => key)].join('\n');
  const parameters = [...all.flatMap((predicate) => predicate.parameters), ...offset];
  const statement = projection.compile({ key, parameters, selected: sorting.selected }, (selected) => {
    // The limit is a literal, not a parameter: PostgreSQL plans a known limit much better.
    let select = sorting.apply(selected).limit(sql.lit(limit));
    for (const predicate of all) select = select.where(predicate);
    return offset.length > 0 ? select.offset(start) : select;
  });
  try {
    return await service.query<DatabaseRow>(statement, executionMode(parts));
  } catch (error) {
    if (after === undefined || !isRejection(error)) throw error;
    // Values that do not fit their columns are not from a cursor that this server has created.
    throw (await acceptsParameters(service, statement)) ? error : invalidCursor();
  }
}

/** Returns whether the database has rejected a value, either a stored one or one of the request. */
const isRejection = (error: unknown): boolean =>
  error instanceof UnreadableRecord || (error instanceof ApiError && error.code === 'INVALID');

/** Returns whether the parameters of a statement fit their types, which the database checks when it plans. */
async function acceptsParameters(
  service: ResourceService,
  { sql: text, parameters }: CompiledStatement,
): Promise<boolean> {
  try {
    await service.query({ sql: `explain ${text}`, parameters }, 'unprepared');
    return true;
  } catch (error) {
    if (isRejection(error)) return false;
    throw error;
  }
}

/**
 * Returns the execution mode of a list. A page sorted with one index, or continued from a cursor, takes only
 * a few index lookups; filters, offsets and counts of other records may read many rows, a sort by another
 * table's column reads all.
 */
function executionMode({ projection, query, sorting: { keys }, predicates, isSearch }: Parts): ExecutionMode {
  if (isSearch) return 'unprepared';
  const [first] = keys;
  if (!first?.column.startsWith('record.')) return 'heavy';
  const followsIndex = keys.length <= 2 && !first.nullable;
  const skips = query.after === undefined && query.start > 0;
  const readsMore = projection.isPersonal || projection.readsOthers || query.archived;
  return predicates.length === 0 && followsIndex && !skips && !readsMore ? 'pipelined' : 'list';
}
