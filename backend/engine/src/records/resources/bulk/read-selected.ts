import type { Selection } from '@bindery/contract/records/resources/bulk.ts';
import type { Deletion } from '@bindery/contract/records/resources/routes.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import type { SelectionAction } from '../app-tools.ts';
import { deletionOf } from '../deletion/describe-deletion.ts';
import type { ResourceService } from '../resource-service.ts';
import { withLabel } from '../stages/failed-record.ts';
import { requireFew } from './bulk.ts';
import { lockSelected, parseSelection, requireSelected, selectAllIds, selectIds } from './selection.ts';

interface SelectedRead {
  readonly select: Selection;
  readonly actor: Actor;
  /** What the actor will do with the records. */
  readonly action: SelectionAction;
  /** Whether the service belongs to a transaction, in which records to be written stay locked. */
  readonly isShared: boolean;
}

/**
 * Returns the ids of the selected records, ascending: all of them, each one on which the actor may act.
 * @throws ApiError INVALID for an invalid query string, or more records than one request writes; NOT_FOUND,
 * FORBIDDEN or SELECTION_CHANGED like a bulk write.
 */
export async function readSelected(
  service: ResourceService,
  { select, actor, action, isShared }: SelectedRead,
): Promise<string[]> {
  requireFew(select);
  const { kysely } = service.database;
  const selected = parseSelection(service, { select, actor, action });
  try {
    if (isShared && action !== 'read') return await lockSelected(kysely, selected);
    const found = await service.query(selectIds(kysely, selected), 'list');
    return await requireSelected(
      kysely,
      selected,
      found.map(({ id }) => id),
    );
  } catch (error) {
    throw await withLabel(error, { service, actor });
  }
}

/**
 * Returns what deleting the selected records together would delete, and what prevents it. Deletes nothing.
 * @throws ApiError INVALID for an invalid query string.
 */
export async function readSelectedDeletion(
  service: ResourceService,
  { select, actor }: { select: Selection; actor: Actor },
): Promise<Deletion> {
  const selected = parseSelection(service, { select, actor, action: 'delete' });
  const found = await service.query(selectAllIds(service.database.kysely, selected), 'list');
  return deletionOf(service, {
    ids: found.map(({ id }) => id),
    actor,
    archived: selected.rows === 'archived',
  });
}
