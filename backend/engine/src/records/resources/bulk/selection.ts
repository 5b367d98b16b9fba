import { parse } from 'node:querystring';
import { MAX_BATCH_SIZE } from '@bindery/contract/records/limits.ts';
import type { Selection } from '@bindery/contract/records/resources/bulk.ts';
import { type ListQuery, listQueryOf } from '@bindery/contract/records/resources/list-query.ts';
import { visibleTo } from '@bindery/contract/records/resources/visible.ts';
import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import { type Actor, APPLICATION, isApplication } from '#backend/kernel/http/actor.ts';
import { ApiError, errorsAt, requireValid } from '#backend/kernel/http/api-error.ts';
import { requireFitInput } from '#backend/kernel/http/request-guard.ts';
import type { SelectionAction } from '../app-tools.ts';
import { filterPredicates } from '../query/filters.ts';
import { type Rows, requireArchive, rowsOf } from '../query/scope.ts';
import { fragment, type SqlFragment } from '../query/sql-fragment.ts';
import type { ResourceService } from '../resource-service.ts';
import { atRecord } from '../stages/failed-record.ts';
import { findOutside } from '../stages/require-rows.ts';

interface Selected {
  readonly service: ResourceService;
  readonly select: Selection;
  readonly actor: Actor;
  /** The rows to select from, if that does not depend on the selection. */
  readonly rows?: Rows;
}

/** The parameters of a page, which have no meaning for a selection. */
const PAGING = ['_start', '_end', '_after', '_total', '_computed'];

/**
 * Parses the query string of a selection like that of a list.
 * @throws ApiError INVALID that names the parameters.
 */
function parseQuery({ service, actor }: Omit<Selected, 'select'>, text: string): ListQuery {
  const { resource } = service;
  const given = { ...parse(text.replace(/^\?/, '')) };
  requireFitInput(given);
  const paging = PAGING.filter((name) => name in given);
  if (paging.length > 0) throw new ApiError('INVALID', errorsAt(paging, 'errors.unknown'));
  const visible = isApplication(actor) ? resource : visibleTo(resource, [actor.role]);
  return requireValid(listQueryOf(visible), given);
}

/**
 * Returns the rows that a selection covers.
 * @throws ApiError FORBIDDEN for the archive, if the user may not see it.
 */
export function rowsSelected({ service, select, actor, rows }: Selected): Rows {
  if (rows) return rows;
  const { archived } = 'ids' in select ? select : parseQuery({ service, actor }, select.query);
  return archived ? requireArchive(service.resource, actor) : 'live';
}

/** Returns the current ids of the selected records, without locking them. */
export async function findSelected(db: Transaction, selected: Selected): Promise<readonly string[]> {
  const { select } = selected;
  return 'ids' in select ? select.ids : idsOf(db, { ...selected, select, lock: false });
}

/**
 * Returns the ids of the selected records, in ascending order, and locks them until the transaction ends.
 * @throws ApiError like `requireSelected`.
 */
export const lockSelected = async (
  db: Transaction,
  selected: Selected & { readonly action: SelectionAction },
): Promise<string[]> =>
  requireSelected(db, { ...selected, found: await idsOf(db, { ...selected, lock: true }) });

/**
 * Compares the ids that a selection has found with its statement, and with the rows the user may act on.
 * @throws ApiError NOT_FOUND with the record that does not exist; FORBIDDEN with one that may only be read;
 * SELECTION_CHANGED with the number of records that the query finds, if it is not the stated one.
 */
export async function requireSelected(
  db: Transaction,
  {
    action,
    found: ids,
    ...selected
  }: Selected & { readonly action: SelectionAction; readonly found: string[] },
): Promise<string[]> {
  const { service, select, actor } = selected;
  if ('ids' in select) {
    const found = new Set(ids);
    const missing = select.ids.find((id) => !found.has(id));
    if (missing !== undefined) throw atRecord(new ApiError('NOT_FOUND'), { service, id: missing });
  } else if (ids.length !== select.count) {
    const count = ids.length > MAX_BATCH_SIZE ? await countOf(db, { ...selected, select }) : ids.length;
    throw new ApiError('SELECTION_CHANGED', { count });
  }
  if (action === 'read') return ids;
  await requireWritable(db, { service, actor, action, rows: rowsSelected(selected), ids });
  return ids;
}

/** @throws ApiError NOT_FOUND or FORBIDDEN with the first of some records on which the user may not act. */
export async function requireWritable(
  db: Transaction,
  given: Parameters<typeof findOutside>[1],
): Promise<void> {
  const outside = await findOutside(db, given);
  if (outside) throw atRecord(new ApiError(outside.code), { service: given.service, id: outside.id });
}

/** Returns the query for the ids of the selected records, in ascending order. */
export const selectAllIds = (db: Transaction, selected: Selected) =>
  matching(db, selected).select(sql.ref<string>('record.id').as('id')).orderBy('record.id');

/** Like `selectAllIds`, but no more than one more than may be written at once. */
export const selectIds = (db: Transaction, selected: Selected) =>
  selectAllIds(db, selected).limit(sql.lit(MAX_BATCH_SIZE + 1));

/** Locks the existing records among the given ones, regardless of read rights, and returns their ids. */
export const lockRemaining = (
  db: Transaction,
  { service, rows, ids }: { service: ResourceService; rows: Rows; ids: readonly string[] },
): Promise<string[]> =>
  idsOf(db, { service, rows, actor: APPLICATION, select: { ids: [...ids] }, lock: true });

async function idsOf(db: Transaction, selected: Selected & { readonly lock: boolean }): Promise<string[]> {
  const query = selectIds(db, selected);
  const rows = await (selected.lock ? query.forUpdate() : query).execute();
  return rows.map(({ id }) => id);
}

async function countOf(db: Transaction, selected: Selected): Promise<number> {
  const query = matching(db, selected).select(sql<number>`count(*)::int`.as('total'));
  return (await query.executeTakeFirstOrThrow()).total;
}

/** Selects from the table of the selected records with their filters, with the alias `record`. */
function matching(db: Transaction, selected: Selected) {
  const rows = rowsOf(db, {
    resource: selected.service.resource,
    actor: selected.actor,
    rows: rowsSelected(selected),
  });
  return selectionPredicates(selected).reduce((query, predicate) => query.where(predicate), rows);
}

/** Returns the filters of a selection, on a table with the alias `record`. */
export function selectionPredicates({ service, select, actor }: Selected): SqlFragment[] {
  if ('ids' in select) return [fragment`record.id = any(${select.ids}::uuid[])`];
  const { except = [] } = select;
  const query = parseQuery({ service, actor }, select.query);
  return [
    ...filterPredicates(service.projection(actor), query),
    ...(except.length > 0 ? [fragment`not (record.id = any(${except}::uuid[]))`] : []),
  ];
}
