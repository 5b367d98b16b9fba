import { newId } from '#backend/database/id.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { archiveRecords } from '../bulk/archive-records.ts';
import { deleteRecords } from '../bulk/delete-records.ts';
import { requireArchive } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';
import { lockForDeletion } from './apply-deletion-effects.ts';
import { cascadeTargets } from './references.ts';
import {
  findForUpdate,
  kyselyOf,
  type Precondition,
  recordChanges,
  runWrite,
  withTransaction,
} from './write.ts';

interface Deletion extends Precondition {
  readonly actor: Actor;
  /** Whether the record is in the archive, and to be deleted for good. */
  readonly archived?: boolean;
}

/**
 * Deletes a record; one of a resource with an archive goes there first.
 *
 * @throws ApiError as `deleteForGood` and `archive` do.
 */
export async function remove(service: ResourceService, deletion: Deletion): Promise<void> {
  const rows = deletion.archived ? requireArchive(service.resource, deletion.actor) : 'live';
  await (service.resource.archive && rows === 'live' ? archive : deleteForGood)(service, deletion);
}

/** Archives a record: only that one changes. Throws ApiError NOT_FOUND, PRECONDITION_FAILED, or that of a hook. */
async function archive(service: ResourceService, { id, ifMatch, actor }: Deletion): Promise<void> {
  const write = () =>
    withTransaction({ service, actor }, async (writing) => {
      await findForUpdate(writing, { service, id, ifMatch, action: 'delete' });
      const changes = await archiveRecords(writing, { service, ids: [id] });
      await recordChanges(writing, { service, changes, batch: null });
    });
  await runWrite({ service, actor }, { counted: [service.resource.name], write });
}

/**
 * Deletes a record together with the records that refer to it by cascading references. Their history stays,
 * with a last entry that keeps the deleted values; where others are affected, all entries share a batch.
 *
 * @throws ApiError NOT_FOUND; PRECONDITION_FAILED when the record has changed since the caller read it;
 *   IN_USE when other records refer to it.
 */
async function deleteForGood(
  service: ResourceService,
  { id, ifMatch, actor, archived }: Deletion,
): Promise<void> {
  const { resource, resources } = service;
  const rows = archived ? 'archived' : 'live';
  const write = () =>
    withTransaction({ service, actor }, async (writing) => {
      const db = kyselyOf(writing);
      await lockForDeletion({ db, resources, resource: resource.name, ids: [id] });
      await findForUpdate(writing, { service, id, ifMatch, action: 'delete', rows });
      const changes = await deleteRecords(writing, { service, ids: [id] });
      const batch = changes.length > 1 ? newId() : null;
      await recordChanges(writing, { service, changes, batch });
    });
  const counted = [...new Set([resource.name, ...cascadeTargets(resource.name, resources)])];
  await runWrite({ service, actor }, { counted, write });
}
