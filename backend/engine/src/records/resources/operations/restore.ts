import type { Actor } from '#backend/kernel/http/actor.ts';
import { unarchiveRecords } from '../bulk/archive-records.ts';
import type { RecordJson } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';
import { read } from './read.ts';
import { findForUpdate, type Precondition, recordChanges, runWrite, withTransaction } from './write.ts';

/**
 * Restores a record from the archive.
 *
 * @throws ApiError NOT_FOUND when it is not there; PRECONDITION_FAILED when it has changed since the caller read it;
 *   CONFLICT where one of its values is taken meanwhile.
 */
export async function restore(
  service: ResourceService,
  { id, ifMatch, actor }: Precondition & { readonly actor: Actor },
): Promise<RecordJson> {
  const write = () =>
    withTransaction({ service, actor }, async (writing) => {
      await findForUpdate(writing, { service, id, ifMatch, action: 'restore', rows: 'archived' });
      const changes = await unarchiveRecords(writing, { service, ids: [id] });
      await recordChanges(writing, { service, changes, batch: null });
    });
  await runWrite({ service, actor }, { counted: [service.resource.name], write });
  return read(service, { id, actor });
}
