import { sql } from 'kysely';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { DatabaseRow, RecordJson } from '../query/projection.ts';
import { requireArchive } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';

/**
 * Returns one record.
 *
 * @throws ApiError NOT_FOUND when the record does not exist.
 */
export async function read(
  service: ResourceService,
  { id, actor, archived }: { id: string; actor: Actor; archived?: boolean | undefined },
): Promise<RecordJson> {
  const rows = archived ? requireArchive(service.resource, actor) : 'live';
  const view = service.projection(actor, rows);
  const statement = view.compile({ key: 'read', parameters: [id] }, (select) =>
    select.where(sql.ref('record.id'), '=', id),
  );
  const [row] = await service.query<DatabaseRow>(statement, 'pipelined');
  if (!row) throw new ApiError('NOT_FOUND');
  return view.toJson(row);
}
