import { ApiError } from '#backend/http/api-error.ts';
import type { Role } from '#contract/schema/index.ts';
import { bind } from '../query/prepared-statements.ts';
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
  const view = service.queries(role);
  const [row] = await service.query<DatabaseRow>(bind(view.findOne, { id }));
  if (!row) throw new ApiError('NOT_FOUND');
  return view.toJson(row);
}
