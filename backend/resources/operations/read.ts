import { ApiError } from '#backend/http/api-error.ts';
import type { Role } from '#contract/schema/index.ts';
import type { Desk } from '../resource-service.ts';
import { fill } from '../query/prepared-statements.ts';
import type { Item, Row } from '../query/projection.ts';

/**
 * Reads one record.
 *
 * @throws ApiError NOT_FOUND when there is none with this id.
 */
export async function read(desk: Desk, { id, role }: { id: string; role: Role }): Promise<Item> {
  const view = desk.view(role);
  const [row] = await desk.read<Row>(fill(view.one, { id }));
  if (!row) throw new ApiError('NOT_FOUND');
  return view.item(row);
}
