import type { Action } from '@bindery/contract/schema/index.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { type Rows, rowsOf, rowsOfHistory } from '#backend/records/resources/query/scope.ts';
import type { ResourceService } from '#backend/records/resources/resource-service.ts';

interface Acting {
  readonly id: string;
  readonly actor: Actor;
  readonly action: Action;
}

/**
 * Checks that a user may do something with a record, as the generated endpoints do. An archived record exists
 * only for users who may delete or restore it.
 * @throws ApiError NOT_FOUND if the user may not read the record, otherwise FORBIDDEN.
 */
export async function requireRecord(
  { database, resource }: ResourceService,
  { id, actor, action }: Acting,
): Promise<void> {
  const rows: Rows = action === 'delete' || action === 'restore' ? rowsOfHistory(resource, actor) : 'live';
  const reaches = async (one: Action) => {
    const all = rowsOf(database.kysely, { resource, actor, action: one, rows });
    return (await all.select('record.id').where('record.id', '=', id).executeTakeFirst()) !== undefined;
  };
  if (!(await reaches('read'))) throw new ApiError('NOT_FOUND');
  if (action !== 'read' && action !== 'create' && !(await reaches(action))) throw new ApiError('FORBIDDEN');
}
