import { parse } from 'node:querystring';
import { MAX_BATCH_SIZE } from '@bindery/contract/records/limits.ts';
import type { Selection } from '@bindery/contract/records/resources/bulk.ts';
import { type ListQuery, listQueryOf } from '@bindery/contract/records/resources/list-query.ts';
import { visibleTo } from '@bindery/contract/records/resources/visible.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import { type Actor, APPLICATION, isApplication } from '#backend/kernel/http/actor.ts';
import { ApiError, errorsAt, requireValid } from '#backend/kernel/http/api-error.ts';
import { requireFitInput } from '#backend/kernel/http/request-guard.ts';
import type { SelectionAction } from '../app-tools.ts';
import { filterPredicates } from '../query/filters.ts';
import { type RequestedRows, requireArchive, rowsOf } from '../query/scope.ts';
import { fragment, type SqlFragment } from '../query/sql-fragment.ts';
import type { ResourceService } from '../resource-service.ts';
import { atRecord } from '../stages/failed-record.ts';
import { findOutside } from '../stages/require-rows.ts';

/** A parsed selection of records. */
export interface Selected {
  readonly service: ResourceService;
  readonly select: Selection;
  readonly actor: Actor;
  /** What the actor does with the records. */
  readonly action: SelectionAction;
  /** The rows that it covers. */
  readonly rows: RequestedRows;
  /** Its filters, on a table with the alias `record`. */
  readonly predicates: readonly SqlFragment[];
}

/**
 * Parses a selection. A record is restored from the archive, whatever the selection says.
 * @throws ApiError INVALID that names the parameters of an invalid query string; FORBIDDEN for the archive,
 * if the user may not see it.
 */
export function parseSelection(
  service: ResourceService,
  { select, actor, action }: Pick<Selected, 'select' | 'actor' | 'action'>,
): Selected {
  const { archived, predicates } = filtersOf(service, { select, actor });
  const asked = () => (archived ? requireArchive(service.resource, actor) : 'live');
  const rows = action === 'restore' ? 'archived' : asked();
  return { service, select, actor, action, rows, predicates };
}

function filtersOf(
  service: ResourceService,
  { select, actor }: Pick<Selected, 'select' | 'actor'>,
): { readonly archived: boolean | undefined; readonly predicates: readonly SqlFragment[] } {
  if ('ids' in select) return { archived: select.archived, predicates: [isOneOf(select.ids)] };
  const { query: text, except = [] } = select;
  const query = parseQuery(service.resource, { text, actor });
  const predicates = filterPredicates(service.projection(actor), query);
  if (except.length > 0) predicates.push(fragment`not (${isOneOf(except)})`);
  return { archived: query.archived, predicates };
}

const isOneOf = (ids: readonly string[]): SqlFragment => fragment`record.id = any(${ids}::uuid[])`;

/** The parameters of a page, which have no meaning for a selection. */
const PAGING = ['_start', '_end', '_after', '_total', '_computed'];

/**
 * Parses the query string of a selection like that of a list.
 * @throws ApiError INVALID that names the parameters.
 */
function parseQuery(resource: Resource, { text, actor }: { text: string; actor: Actor }): ListQuery {
  const given = { ...parse(text.replace(/^\?/, '')) };
  requireFitInput(given);
  const paging = PAGING.filter((name) => name in given);
  if (paging.length > 0) throw new ApiError('INVALID', errorsAt(paging, 'errors.unknown'));
  const visible = isApplication(actor) ? resource : visibleTo(resource, [actor.role]);
  return requireValid(listQueryOf(visible), given);
}

/** Returns the current ids of the selected records, without locking them. */
export const findSelected = async (db: Transaction, selected: Selected): Promise<readonly string[]> =>
  'ids' in selected.select ? selected.select.ids : idsOf(db, selected, { lock: false });

/**
 * Returns the ids of the selected records, in ascending order, and locks them until the transaction ends.
 * @throws ApiError like `requireSelected`.
 */
export const lockSelected = async (db: Transaction, selected: Selected): Promise<string[]> =>
  requireSelected(db, selected, await idsOf(db, selected, { lock: true }));

/**
 * Compares the ids that a selection has found with its statement, and with the rows the user may act on.
 * @throws ApiError NOT_FOUND with the record that does not exist; FORBIDDEN with one that may only be read;
 * SELECTION_CHANGED with the number of records that the query finds, if it is not the stated one.
 */
export async function requireSelected(db: Transaction, selected: Selected, ids: string[]): Promise<string[]> {
  const { service, select } = selected;
  if ('ids' in select) {
    const found = new Set(ids);
    const missing = select.ids.find((id) => !found.has(id));
    if (missing !== undefined) throw atRecord(new ApiError('NOT_FOUND'), { service, id: missing });
  } else if (ids.length !== select.count) {
    const count = ids.length > MAX_BATCH_SIZE ? await countOf(db, selected) : ids.length;
    throw new ApiError('SELECTION_CHANGED', { count });
  }
  await requireWritable(db, selected, ids);
  return ids;
}

/** @throws ApiError NOT_FOUND or FORBIDDEN with the first of some records on which the user may not act. */
export async function requireWritable(
  db: Transaction,
  { service, actor, action, rows }: Selected,
  ids: readonly string[],
): Promise<void> {
  if (action === 'read') return;
  const outside = await findOutside(db, { service, actor, action, rows, ids });
  if (outside) throw atRecord(new ApiError(outside.code), { service, id: outside.id });
}

/** What a query for selected records needs. */
type Matched = Pick<Selected, 'service' | 'actor' | 'rows' | 'predicates'>;

/** Returns the query for the ids of the selected records, in ascending order. */
export const selectAllIds = (db: Transaction, selected: Matched) =>
  matching(db, selected).select(sql.ref<string>('record.id').as('id')).orderBy('record.id');

/** Like `selectAllIds`, but no more than one more than may be written at once. */
export const selectIds = (db: Transaction, selected: Matched) =>
  selectAllIds(db, selected).limit(sql.lit(MAX_BATCH_SIZE + 1));

/** Locks the existing records among the given ones, regardless of read rights, and returns their ids. */
export const lockRemaining = (
  db: Transaction,
  { service, rows, ids }: { service: ResourceService; rows: RequestedRows; ids: readonly string[] },
): Promise<string[]> =>
  idsOf(db, { service, rows, actor: APPLICATION, predicates: [isOneOf(ids)] }, { lock: true });

async function idsOf(db: Transaction, selected: Matched, { lock }: { lock: boolean }): Promise<string[]> {
  const query = selectIds(db, selected);
  const found = await (lock ? query.forUpdate() : query).execute();
  return found.map(({ id }) => id);
}

async function countOf(db: Transaction, selected: Matched): Promise<number> {
  const query = matching(db, selected).select(sql<number>`count(*)::int`.as('total'));
  return (await query.executeTakeFirstOrThrow()).total;
}

/** Selects from the table of the selected records with their filters, with the alias `record`. */
const matching = (db: Transaction, { service: { resource }, actor, rows, predicates }: Matched) =>
  predicates.reduce((query, predicate) => query.where(predicate), rowsOf(db, { resource, actor, rows }));
