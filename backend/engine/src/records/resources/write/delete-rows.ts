import type { RecordChange } from '#backend/database/history.ts';
import { type Actor, APPLICATION } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { isInUse } from '../database-errors.ts';
import { applyDeletionEffects, InUse } from '../deletion/apply-deletion-effects.ts';
import { reachedBy } from '../deletion/describe-deletion.ts';
import { runHook } from '../hooks.ts';
import type { RecordJson } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';
import { atRecord, withRecord } from '../stages/failed-record.ts';
import { inChunks, readRecords } from '../stages/read-records.ts';
import { referenceIds } from '../stages/recorded-values.ts';
import { inReferenceOrder } from '../stages/trees.ts';
import type { WriteConnection } from '../stages/write-connection.ts';
import type { Change, Draft } from './change.ts';
import { recordForHook } from './not-computable.ts';
import { writeRules } from './write-rules.ts';

/**
 * Groups deletions by what is deleted together. With a hook, also of records that cascade, the records are
 * deleted one after the other, so that the hook sees the earlier ones: a rule about several records holds.
 */
export async function deletionPortions(
  connection: WriteConnection,
  deletions: readonly Change[],
): Promise<Change[][]> {
  const { service } = deletions[0]!;
  const { counted, reachesOthers } = writeRules(service, connection.actor);
  const hasHooks = counted.delete.some((name) => service.serviceOf(name).hooks.beforeDelete);
  if (!hasHooks) return reachesOthers ? [[...deletions]] : inChunks(deletions);
  const byId = new Map(deletions.map((deletion) => [deletion.id!, deletion]));
  const groups = await inDeletionOrder(connection, { service, ids: [...byId.keys()] });
  return groups.map((ids) => ids.map((id) => byId.get(id)!));
}

/**
 * Deletes locked records together, with all effects: other records prevent it only if they refer to one of
 * them and remain. Returns all changes for the history.
 * @throws ApiError IN_USE if other records refer to one of them, with the record.
 */
export async function deleteRows(
  { db, transaction, actor }: WriteConnection,
  { service, drafts }: { service: ResourceService; drafts: readonly Draft[] },
): Promise<RecordChange[]> {
  const { resource, resources } = service;
  const ids = drafts.map(({ id }) => id);
  const beforeCascaded = (name: string, item: RecordJson) => {
    const its = service.serviceOf(name);
    return withRecord({ service: its, id: item.id }, async () => {
      const record = recordForHook(its.resource, item);
      await runHook(transaction, () => its.hooks.beforeDelete?.(record, transaction));
    });
  };
  try {
    const effects = await applyDeletionEffects({
      db,
      resources,
      resource: resource.name,
      ids,
      actor,
      before: beforeCascaded,
      needsComputed: (name) => service.serviceOf(name).hooks.beforeDelete !== undefined,
    });
    const own = drafts.map(({ id, changedValues: changes }): RecordChange => {
      return { resource: resource.name, record: id, action: 'delete', changes };
    });
    return [...own, ...effects];
  } catch (error) {
    if (!(error instanceof InUse) && !isInUse(error)) throw error;
    const rejection = inUse(service, { error, actor });
    const id = error instanceof InUse ? (error.id ?? ids[0]!) : undefined;
    throw id === undefined ? rejection : atRecord(rejection, { service, id });
  }
}

/** Returns the records one by one, those that refer to others first; cycles together, at the end. */
async function inDeletionOrder(
  connection: WriteConnection,
  { service, ids }: { service: ResourceService; ids: readonly string[] },
): Promise<string[][]> {
  const { name, fields } = service.resource;
  const up = Object.values(fields).filter(({ to, onDelete }) => to === name && onDelete === 'restrict');
  if (up.length === 0) return ids.map((id) => [id]);
  const projection = service.projection(APPLICATION, undefined, 'stored');
  const items = await readRecords(connection, { projection, ids });
  const below = new Map<unknown, string[]>();
  for (const [id, item] of items)
    for (const field of up) {
      for (const above of referenceIds(item[field.name])) below.set(above, [...(below.get(above) ?? []), id]);
    }
  const { ordered, cyclic } = inReferenceOrder(ids, (id) => below.get(id) ?? []);
  return [...ordered.map((id) => [id]), ...(cyclic.length > 0 ? [[...cyclic]] : [])];
}

/** Returns the IN_USE error with the referring resources that the caller may know about. */
function inUse(
  { resources, resource }: ResourceService,
  { error, actor }: { error: unknown; actor: Actor },
): ApiError {
  const counts = error instanceof InUse ? [...error.blocking] : [];
  const uses = reachedBy(actor, { resources, counts }).map(({ resource: name, total }) => {
    const user = name === null ? undefined : resources[name];
    if (!user) return 'other records';
    return `${total} ${(total === 1 ? user.singularTitle : user.title).toLowerCase()}`;
  });
  const record = resource.singularTitle.toLowerCase();
  return new ApiError('IN_USE', {
    message: `This ${record} is in use by ${uses.join(' and ') || 'other records'}`,
  });
}
