import type { Actor } from '#backend/kernel/http/actor.ts';
import { requireArchive } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';
import { write } from '../write/write-changes.ts';
import { cascadeTargets } from './references.ts';
import type { Precondition } from './update.ts';

interface Deletion extends Precondition {
  readonly actor: Actor;
  /** Whether the record is in the archive, and to be deleted for good. */
  readonly archived?: boolean;
}

/**
 * Deletes a record together with the records that refer to it by cascading references; one of a resource with an archive
 * goes there first, and then only that one changes. Their history stays, with a last entry that keeps the deleted values;
 * where others are affected, all entries share a batch.
 *
 * @throws ApiError NOT_FOUND; PRECONDITION_FAILED when the record has changed since the caller read it;
 *   IN_USE when other records refer to it; FORBIDDEN for the archive, where the actor may not see it.
 */
export async function remove(
  service: ResourceService,
  { id, ifMatch, actor, archived }: Deletion,
): Promise<void> {
  const { resource, resources } = service;
  const rows = archived ? requireArchive(resource, actor) : 'live';
  const action = resource.archive && rows === 'live' ? 'archive' : 'delete';
  const reached = action === 'delete' ? cascadeTargets(resource.name, resources) : [];
  await write(service, actor, {
    changes: [{ service, action, id, values: {}, ifMatch, rows }],
    counted: new Set([resource.name, ...reached]),
    namesRecords: true,
  });
}
