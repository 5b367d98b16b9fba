import type { Actor } from '#backend/kernel/http/actor.ts';
import type { RecordJson } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';
import { write } from '../write/write-changes.ts';
import { read } from './read.ts';
import type { Precondition } from './update.ts';

/**
 * Restores a record from the archive.
 * @throws ApiError NOT_FOUND if it is not there; PRECONDITION_FAILED if it has changed since the caller read
 * it; CONFLICT if one of its values is used
 *   meanwhile.
 */
export async function restore(
  service: ResourceService,
  { id, ifMatch, actor }: Precondition & { readonly actor: Actor },
): Promise<RecordJson> {
  const { answer } = await write(service, actor, {
    changes: [{ service, action: 'restore', id, values: {}, ifMatch, rows: 'archived' }],
    counted: [service.resource.name],
    namesRecords: true,
    answers: true,
  });
  return answer ?? read(service, { id, actor });
}
