import { ApiError } from '#backend/http/api-error.ts';
import type { Role } from '#contract/schema/index.ts';
import { type Desk, findOne } from './desk.ts';
import type { Item } from './view.ts';

/**
 * Reads one record.
 *
 * @throws ApiError NOT_FOUND when there is none with this id.
 */
export async function read(desk: Desk, { id, role }: { id: string; role: Role }): Promise<Item> {
  const item = await findOne(desk.database, desk.view(role), id);
  if (!item) throw new ApiError('NOT_FOUND');
  return item;
}
