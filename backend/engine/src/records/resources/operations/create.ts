import type { Actor } from '#backend/kernel/http/actor.ts';
import type { RecordValues } from '../hooks.ts';
import type { RecordJson } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';
import { write } from '../write/write-changes.ts';

/**
 * Creates a record with its history.
 * @throws ApiError CONFLICT or INVALID, with errors by field, for violated database constraints.
 */
export async function create(
  service: ResourceService,
  { values, actor }: { values: RecordValues; actor: Actor },
): Promise<RecordJson> {
  const { answer } = await write(service, actor, {
    changes: [{ service, action: 'create', values }],
    counted: [service.resource.name],
    isLimited: true,
    answers: true,
  });
  await service.hooks.afterCreate?.(answer!, actor);
  return answer!;
}
