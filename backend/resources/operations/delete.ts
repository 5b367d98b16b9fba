import type { Row } from '#backend/database/connection.ts';
import { ApiError } from '#backend/http/api-error.ts';
import { currentActor } from '#backend/http/request-context.ts';
import type { Role } from '#contract/schema/index.ts';
import { runHook, type WriteContext } from '../hooks.ts';
import type { ResourceService } from '../resource-service.ts';
import { applyDeletionEffects, deletedValues, InUse } from './apply-deletion-effects.ts';
import { isInUse } from './database-errors.ts';
import { reachedBy } from './read-deletion.ts';
import { cascadeTargets } from './references.ts';
import {
  type Actor,
  findForUpdate,
  historyEntryFor,
  kyselyOf,
  type Precondition,
  runWrite,
  withTransaction,
} from './write.ts';

interface Deletion extends Precondition {
  readonly actor: Actor;
}

/**
 * Deletes a record together with the records that refer to it by cascading references. Their history stays,
 * with a last entry that keeps the deleted values.
 *
 * @throws ApiError NOT_FOUND; PRECONDITION_FAILED when the record has changed since the caller read it;
 *   IN_USE when other records refer to it.
 */
export async function remove(service: ResourceService, { id, ifMatch, actor }: Deletion): Promise<void> {
  const { resource, resources, hooks } = service;
  const write = () =>
    withTransaction({ service, actor }, async (writing) => {
      const { record, before } = await findForUpdate(writing, { service, id, ifMatch });
      await runHook(writing, () => hooks.beforeDelete?.(before, writing));
      await deleteWithEffects(writing, { service, id, record });
      const changes = deletedValues(resource, before);
      const entry = historyEntryFor({ service, actor }, { id, action: 'delete', changes });
      await kyselyOf(writing).insertInto('history').values(entry).execute();
    });
  const counted = [...new Set([resource.name, ...cascadeTargets(resource.name, resources)])];
  await runWrite({ service, actor }, { counted, write });
}

async function deleteWithEffects(
  writing: WriteContext,
  { service, id, record }: { service: ResourceService; id: string; record: Row },
): Promise<void> {
  const { resource, resources } = service;
  const { em, actor } = writing;
  try {
    await applyDeletionEffects({
      db: kyselyOf(writing),
      resources,
      resource: resource.name,
      id,
      actor: currentActor() ?? actor.id,
      before: async (name, item) => {
        await runHook(writing, () => service.serviceOf(name).hooks.beforeDelete?.(item, writing));
      },
    });
    await em.remove(record).flush();
  } catch (error) {
    throw error instanceof InUse || isInUse(error) ? inUse(service, { error, role: actor.role }) : error;
  }
}

/** Returns the IN_USE error with the referring resources that the caller may know of. */
function inUse(
  { resources, resource }: ResourceService,
  { error, role }: { error: unknown; role: Role },
): ApiError {
  const counts = error instanceof InUse ? [...error.blocking] : [];
  const uses = reachedBy(role, { resources, counts }).map(({ resource: name, total }) => {
    const user = name === null ? undefined : resources[name];
    if (!user) return 'other records';
    return `${total} ${(total === 1 ? user.singularTitle : user.title).toLowerCase()}`;
  });
  const record = resource.singularTitle.toLowerCase();
  return new ApiError('IN_USE', {
    message: `This ${record} is in use by ${uses.join(' and ') || 'other records'}`,
  });
}
