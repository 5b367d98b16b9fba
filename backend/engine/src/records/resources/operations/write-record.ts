import type { Deletion } from '@bindery/contract/records/resources/routes.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { deletionOf } from '../deletion/describe-deletion.ts';
import { type RecordValues, runHook } from '../hooks.ts';
import type { RecordJson } from '../query/projection.ts';
import { actionOn, requireArchive } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';
import { orWithoutComputed } from '../stages/without-computed.ts';
import { write } from '../write/write-changes.ts';
import { writeRules } from '../write/write-rules.ts';
import { read } from './read.ts';

/**
 * Creates a record with its history.
 * @throws ApiError CONFLICT or INVALID, with errors by field, for violated database constraints.
 */
export async function create(
  service: ResourceService,
  { values, actor }: { values: RecordValues; actor: Actor },
): Promise<RecordJson> {
  const { record } = await write(service, actor, {
    changes: [{ service, action: 'create', values }],
    isLimited: true,
    returnsRecord: true,
  });
  const { afterCreate } = service.hooks;
  if (afterCreate) await runHook({}, () => afterCreate(record!, actor));
  return record!;
}

/** The record to change, and the state that the caller has read, as an If-Match header. */
interface Precondition {
  readonly id: string;
  readonly ifMatch?: string | undefined;
}

/**
 * Updates some fields of a record and adds a change to its history; does nothing if no value changes.
 * @throws ApiError NOT_FOUND; PRECONDITION_FAILED if the record has changed since the caller read it;
 * CONFLICT or INVALID with errors by field for violated database constraints.
 */
export async function update(
  service: ResourceService,
  { id, values, ifMatch, actor }: Precondition & { readonly values: RecordValues; readonly actor: Actor },
): Promise<RecordJson> {
  const { record } = await write(service, actor, {
    changes: [{ service, action: 'update', id, values, ifMatch }],
    returnsRecord: true,
  });
  return record ?? readWritten(service, { id, actor });
}

/**
 * Returns a record after its write; without computed fields if one of them has no value, because the write
 * has not failed.
 */
async function readWritten(
  service: ResourceService,
  written: { id: string; actor: Actor },
): Promise<RecordJson> {
  const { resource, database } = service;
  const { showsComputed } = writeRules(service, written.actor);
  return orWithoutComputed(
    { resource, record: written.id, transaction: showsComputed ? database.openTransaction : undefined },
    {
      first: () => read(service, written),
      otherwise: () => read(service, { ...written, shown: 'stored' }),
    },
  );
}

interface Removal extends Precondition {
  readonly actor: Actor;
  /** Whether the record is archived and will be deleted permanently. */
  readonly archived?: boolean;
}

/**
 * Deletes a record together with the records that refer to it with cascading references; with an archive it
 * is archived first, which changes only the record itself. Their history remains, and its last change has the
 * deleted values; if other records are affected, all changes share a batch.
 * @throws ApiError NOT_FOUND; PRECONDITION_FAILED if the record has changed since the caller read it; IN_USE
 * if other records refer to it; FORBIDDEN for the archive, if the actor may not see it.
 */
export async function remove(
  service: ResourceService,
  { id, ifMatch, actor, archived }: Removal,
): Promise<void> {
  const { resource } = service;
  const rows = archived ? requireArchive(resource, actor) : 'live';
  const action = actionOn(resource, { action: 'delete', rows });
  await write(service, actor, {
    changes: [{ service, action, id, values: {}, ifMatch, rows }],
    namesRecords: true,
  });
}

/**
 * Restores a record from the archive.
 * @throws ApiError NOT_FOUND if it is not there; PRECONDITION_FAILED if it has changed since the caller read
 * it; CONFLICT if one of its values is used meanwhile.
 */
export async function restore(
  service: ResourceService,
  { id, ifMatch, actor }: Precondition & { readonly actor: Actor },
): Promise<RecordJson> {
  const { record } = await write(service, actor, {
    changes: [{ service, action: 'restore', id, values: {}, ifMatch, rows: 'archived' }],
    namesRecords: true,
    returnsRecord: true,
  });
  return record ?? readWritten(service, { id, actor });
}

/**
 * Returns what deleting a record would delete, and what prevents it, without deleting anything.
 * @throws ApiError NOT_FOUND if the record does not exist.
 */
export async function readDeletion(
  service: ResourceService,
  { id, actor, archived }: { id: string; actor: Actor; archived?: boolean | undefined },
): Promise<Deletion> {
  await read(service, { id, actor, archived, shown: 'stored' });
  return deletionOf(service, { ids: [id], actor, archived });
}
