import type { Deletion } from '@bindery/contract/records/resources/deletion.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { deletionOf } from '../deletion/describe-deletion.ts';
import { requireArchive } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';
import { write } from '../write/write-changes.ts';
import { writeRules } from '../write/write-rules.ts';
import { read } from './read.ts';
import type { Precondition } from './update.ts';

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
 * if other records refer to it; FORBIDDEN for the
 *   archive, if the actor may not see it.
 */
export async function remove(
  service: ResourceService,
  { id, ifMatch, actor, archived }: Removal,
): Promise<void> {
  const { resource } = service;
  const rows = archived ? requireArchive(resource, actor) : 'live';
  const action = resource.archive && rows === 'live' ? 'archive' : 'delete';
  await write(service, actor, {
    changes: [{ service, action, id, values: {}, ifMatch, rows }],
    counted: action === 'delete' ? writeRules(service, actor).deletesFrom : [resource.name],
    namesRecords: true,
  });
}

/**
 * Returns what deleting a record would delete, and what prevents it, without deleting anything.
 * @throws ApiError NOT_FOUND if the record does not exist.
 */
export async function readDeletion(
  service: ResourceService,
  { id, actor, archived }: { id: string; actor: Actor; archived?: boolean | undefined },
): Promise<Deletion> {
  await read(service, { id, actor, archived });
  return deletionOf(service, { ids: [id], actor, archived });
}
