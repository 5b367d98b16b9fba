import type { Selection } from '#contract/resources/bulk.ts';
import type { Deletion } from '#contract/resources/deletion.ts';
import type { Role } from '#contract/schema/index.ts';
import { deletionOf } from '../operations/read-deletion.ts';
import type { ResourceService } from '../resource-service.ts';
import { selectIds } from './selection.ts';

/**
 * Returns what deleting the selected records together would delete, and what prevents it, without deleting anything.
 *
 * @throws ApiError INVALID for an invalid query string.
 */
export async function readSelectedDeletion(
  service: ResourceService,
  { select, role }: { select: Selection; role: Role },
): Promise<Deletion> {
  const { kysely } = service.database;
  const found =
    'ids' in select
      ? select.ids.map((id) => ({ id }))
      : await service.query(selectIds(kysely, { service, select, role }), 'list');
  return deletionOf(service, { ids: found.map(({ id }) => id), role });
}
