import { ApiError } from '#backend/http/api-error.ts';
import { currentActor } from '#backend/sessions/actor.ts';
import type { Role } from '#contract/schema/index.ts';
import { runHook } from '../hooks.ts';
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
  type RoleWriteContext,
  withCountUpdate,
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
  // The cascaded deletions are not counted, so the cached counts of their resources are dropped.
  const cascades = cascadeTargets(resource.name, resources);
  const difference = cascades.delete(resource.name) ? undefined : -1;
  const ends = [...cascades].map((name) => service.counts.beginWrite(name));
  const work = async (writing: RoleWriteContext) => {
    const before = await findForUpdate(writing, { id, ifMatch });
    await runHook(() => hooks.beforeDelete?.(before, writing));
    await removeWithOthers(writing, { service, id });
    const line = historyEntryFor(
      { service, actor },
      { id, action: 'delete', changes: deletedValues(resource, before) },
    );
    await kyselyOf(writing).insertInto('history').values(line).execute();
  };
  try {
    await withCountUpdate({ service, actor, difference }, () => withTransaction({ service, actor }, work));
  } finally {
    for (const end of ends) end(undefined);
  }
}

async function removeWithOthers(
  writing: RoleWriteContext,
  { service, id }: { service: ResourceService; id: string },
): Promise<void> {
  const { resource, resources } = service;
  const db = kyselyOf(writing);
  try {
    await applyDeletionEffects({
      db,
      resources,
      resource: resource.name,
      id,
      actor: currentActor() ?? writing.actor.id,
      before: (name, item) => runHook(() => service.beside(name).hooks.beforeDelete?.(item, writing)),
    });
    await db.deleteFrom(resource.table).where('id', '=', id).execute();
  } catch (error) {
    throw error instanceof InUse || isInUse(error)
      ? inUse(service, { error, role: writing.actor.role })
      : error;
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
