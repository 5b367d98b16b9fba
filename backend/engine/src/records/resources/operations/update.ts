import type { Actor } from '#backend/kernel/http/actor.ts';
import type { RecordValues } from '../hooks.ts';
import type { RecordJson } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';
import { write } from '../write/write-changes.ts';
import { read } from './read.ts';

/** The record to change, and the state that the caller has read, as an If-Match header. */
export interface Precondition {
  readonly id: string;
  readonly ifMatch?: string | undefined;
}

/**
 * Updates some fields of a record and adds a change to its history; does nothing if no value changes.
 * @throws ApiError NOT_FOUND; PRECONDITION_FAILED if the record has changed since the caller read it;
 * CONFLICT or INVALID with errors by field for violated
 *   database constraints.
 */
export async function update(
  service: ResourceService,
  { id, values, ifMatch, actor }: Precondition & { readonly values: RecordValues; readonly actor: Actor },
): Promise<RecordJson> {
  const { answer } = await write(service, actor, {
    changes: [{ service, action: 'update', id, values, ifMatch }],
    counted: [],
    answers: true,
  });
  return answer ?? read(service, { id, actor });
}
