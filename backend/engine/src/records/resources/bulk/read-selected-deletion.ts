import type { Selection } from '@bindery/contract/records/resources/bulk.ts';
import type { Deletion } from '@bindery/contract/records/resources/deletion.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { deletionOf } from '../deletion/describe-deletion.ts';
import type { ResourceService } from '../resource-service.ts';
import { rowsSelected, selectAllIds } from './selection.ts';

/**
 * Returns what deleting the selected records together would delete, and what prevents it, without deleting anything.
 *
 * @throws ApiError INVALID for an invalid query string.
 */
export async function readSelectedDeletion(
  service: ResourceService,
  { select, actor }: { select: Selection; actor: Actor },
): Promise<Deletion> {
  const { kysely } = service.database;
  const found = await service.query(selectAllIds(kysely, { service, select, actor }), 'list');
  const archived = rowsSelected({ service, select, actor }) === 'archived';
  return deletionOf(service, { ids: found.map(({ id }) => id), actor, archived });
}
