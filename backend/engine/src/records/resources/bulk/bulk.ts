import { MAX_BATCH_SIZE } from '@bindery/contract/records/limits.ts';
import type { BatchResult, BulkBody, Selection } from '@bindery/contract/records/resources/bulk.ts';
import { fieldError } from '@bindery/contract/records/validation.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { lockForDeletion } from '../deletion/apply-deletion-effects.ts';
import type { RecordValues } from '../hooks.ts';
import { actionOn, type RequestedRows } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';
import { atRecord } from '../stages/failed-record.ts';
import { findOutside } from '../stages/require-rows.ts';
import { lockTree } from '../stages/trees.ts';
import type { WriteConnection } from '../stages/write-connection.ts';
import type { KeyedRequest } from '../write/idempotency-key.ts';
import { writeChanges } from '../write/write-changes.ts';
import { writeRules } from '../write/write-rules.ts';
import { findSelected, lockRemaining, lockSelected, parseSelection } from './selection.ts';
import { writeBatch } from './write-batch.ts';

/**
 * Rejects a selection of more records than one request may write.
 * @throws ApiError INVALID.
 */
export function requireFew(select: Selection): void {
  if ('ids' in select || select.count <= MAX_BATCH_SIZE) return;
  const error = fieldError('count', 'errors.tooBig', { max: MAX_BATCH_SIZE });
  throw new ApiError('INVALID', { errors: { 'select.count': [error] } });
}

/**
 * Updates or deletes several records, all or none, each with a single one's rules; the changes share a batch.
 * @throws ApiError INVALID for more records than one request may write; SELECTION_CHANGED; what `once`
 * throws; or the error of a single record, with the record.
 */
export async function bulk(
  service: ResourceService,
  { body, actor, key }: KeyedRequest & { readonly body: BulkBody<RecordValues> },
): Promise<BatchResult> {
  const { resource } = service;
  const { select } = body;
  requireFew(select);
  const selected = parseSelection(service, { select, actor, action: body.action });
  const { rows } = selected;
  const request = ['bulk', resource.name, JSON.stringify(body)];
  const counted = writeRules(service, actor).counted[body.action];
  return writeBatch(service, { actor, key, request, counted }, async (connection) => {
    const { db } = connection;
    await lockBefore(connection, { service, body, rows, find: () => findSelected(db, selected) });
    const ids = await lockSelected(db, selected);
    return { count: ids.length, changed: await writeLocked(connection, { service, body, rows, ids }) };
  });
}

/** What to do with each record of a portion. */
export type PortionAction =
  | { readonly action: 'update'; readonly values: RecordValues }
  | { readonly action: 'delete' | 'restore' };

interface Work {
  readonly service: ResourceService;
  readonly body: PortionAction;
  readonly rows: RequestedRows;
  readonly ids: readonly string[];
}

/**
 * Writes a portion of records inside a transaction as `bulk` does; skips records that no longer exist.
 * @throws ApiError FORBIDDEN with a record on which the actor may no longer act; a single record's error.
 */
export async function writePortion(
  connection: WriteConnection,
  { service, body, rows, ids: given }: Work,
): Promise<{ count: number; changed: number }> {
  const { db } = connection;
  await lockBefore(connection, { service, body, rows, find: async () => given });
  const ids = await lockRemaining(db, { service, rows, ids: given });
  const outside = await findOutside(db, { service, actor: connection.actor, action: body.action, rows, ids });
  // The actor could read the record when the job started.
  if (outside) throw atRecord(new ApiError('FORBIDDEN'), { service, id: outside.id });
  return { count: ids.length, changed: await writeLocked(connection, { service, body, rows, ids }) };
}

/** Takes the locks that must precede those of the records themselves. */
async function lockBefore(
  connection: WriteConnection,
  { service, body, rows, find }: Omit<Work, 'ids'> & { find: () => Promise<readonly string[]> },
): Promise<void> {
  const { resource, resources } = service;
  if (body.action === 'update') await lockTree(connection.db, { service, values: [body.values] });
  else if (actionOn(resource, { action: body.action, rows }) === 'delete')
    await lockForDeletion({ db: connection.db, resources, resource: resource.name, ids: await find() });
}

/** Writes locked records; returns how many of them had other values before. */
async function writeLocked(connection: WriteConnection, { service, body, rows, ids }: Work): Promise<number> {
  const values = body.action === 'update' ? body.values : {};
  const action = actionOn(service.resource, { action: body.action, rows });
  const { recorded } = await writeChanges(connection, {
    changes: ids.map((id) => ({ service, action, id, values })),
    isLocked: true,
    namesRecords: true,
  });
  const written = new Set(recorded.map(({ record }) => record));
  return ids.filter((id) => written.has(id)).length;
}
