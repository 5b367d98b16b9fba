import { insertHistory } from '#backend/database/history.ts';
import { newId } from '#backend/database/id.ts';
import { deleteRecords } from '../bulk/delete-records.ts';
import type { ResourceService } from '../resource-service.ts';
import { lockForDeletion } from './apply-deletion-effects.ts';
import { cascadeTargets } from './references.ts';
import {
  type Actor,
  authorOf,
  findForUpdate,
  kyselyOf,
  type Precondition,
  runWrite,
  withTransaction,
} from './write.ts';

interface Deletion extends Precondition {
  readonly actor: Actor;
}

/**
 * Deletes a record together with the records that refer to it by cascading references. Their history stays,
 * with a last entry that keeps the deleted values; where others are affected, all entries share a batch.
 *
 * @throws ApiError NOT_FOUND; PRECONDITION_FAILED when the record has changed since the caller read it;
 *   IN_USE when other records refer to it.
 */
export async function remove(service: ResourceService, { id, ifMatch, actor }: Deletion): Promise<void> {
  const { resource, resources } = service;
  const write = () =>
    withTransaction({ service, actor }, async (writing) => {
      const db = kyselyOf(writing);
      await lockForDeletion({ db, resources, resource: resource.name, ids: [id] });
      await findForUpdate(writing, { service, id, ifMatch });
      const changes = await deleteRecords(writing, { service, ids: [id] });
      const batch = changes.length > 1 ? newId() : null;
      await insertHistory(db, { changes, author: authorOf(actor), batch });
    });
  const counted = [...new Set([resource.name, ...cascadeTargets(resource.name, resources)])];
  await runWrite({ service, actor }, { counted, write });
}
