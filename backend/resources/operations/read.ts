import { sql } from 'kysely';
import { ApiError } from '#backend/http/api-error.ts';
import type { Role } from '#contract/schema/index.ts';
import type { DatabaseRow, RecordJson } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';

/**
 * Returns one record.
 *
 * @throws ApiError NOT_FOUND when the record does not exist.
 */
export async function read(
  service: ResourceService,
  { id, role }: { id: string; role: Role },
): Promise<RecordJson> {
  const view = service.projection(role);
  const statement = view.statements.compile({ key: 'read', parameters: [id] }, () =>
    view.select().where(sql.ref('record.id'), '=', id),
  );
  const [row] = await service.query<DatabaseRow>(statement, 'pipelined');
  if (!row) throw new ApiError('NOT_FOUND');
  return view.toJson(row);
}
