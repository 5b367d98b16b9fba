import type { ResourceField } from '@bindery/contract/schema/index.ts';
import type { RecordChange } from '#backend/database/history.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { requireTimeLeft } from '#backend/kernel/http/request-context.ts';
import { runHook, type WriteContext } from '../hooks.ts';
import { applyDeletionEffects, deletedValues, InUse } from '../operations/apply-deletion-effects.ts';
import { isInUse } from '../operations/database-errors.ts';
import { reachedBy } from '../operations/read-deletion.ts';
import { referenceIds } from '../operations/recorded-values.ts';
import { cascadeTargets } from '../operations/references.ts';
import { kyselyOf } from '../operations/write.ts';
import type { RecordJson } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';
import { atRecord, withRecord } from './failed-record.ts';
import { readRecords } from './read-records.ts';
import { inReferenceOrder } from './reference-order.ts';

interface Deletion {
  readonly service: ResourceService;
  readonly ids: readonly string[];
}

/**
 * Deletes locked records inside a transaction, with all effects, and returns the changes for the history.
 * Where a resource has a hook, the records are deleted one after the other, so that the hook sees those
 * before: a rule about several records holds.
 *
 * @throws ApiError with the record at fault; IN_USE when other records refer to it.
 */
export async function deleteRecords(writing: WriteContext, deletion: Deletion): Promise<RecordChange[]> {
  const { service } = deletion;
  const reached = [service.resource.name, ...cascadeTargets(service.resource.name, service.resources)];
  const hasHooks = reached.some((name) => service.serviceOf(name).hooks.beforeDelete);
  if (!hasHooks) return deleteTogether(writing, deletion);
  const changes: RecordChange[] = [];
  const gone = new Set<string>();
  for (const group of await inDeletionOrder(writing, deletion)) {
    const left = group.filter((id) => !gone.has(id));
    if (left.length === 0) continue;
    await requireTimeLeft();
    const made = await deleteTogether(writing, { service, ids: left });
    for (const { action, record } of made) if (action === 'delete') gone.add(record);
    changes.push(...made);
    writing.em.clear();
  }
  return mergeEmptied(changes);
}

/** Deletes records together: other records prevent it only if they refer to one of them and stay. */
async function deleteTogether(writing: WriteContext, { service, ids }: Deletion): Promise<RecordChange[]> {
  const { resource, resources, hooks } = service;
  const db = kyselyOf(writing);
  const items = await readRecords(db, { service, ids });
  for (const id of ids) {
    const before = items.get(id);
    if (!before) throw atRecord(new ApiError('NOT_FOUND'), { service, id });
    await withRecord({ service, id }, () => runHook(writing, () => hooks.beforeDelete?.(before, writing)));
  }
  const beforeCascaded = (name: string, item: RecordJson) => {
    const its = service.serviceOf(name);
    return withRecord({ service: its, id: item.id }, async () => {
      await runHook(writing, () => its.hooks.beforeDelete?.(item, writing));
    });
  };
  try {
    const effects = await applyDeletionEffects({
      ...{ db, resources, resource: resource.name, ids, actor: writing.actor },
      before: beforeCascaded,
    });
    const own = ids.map((id): RecordChange => {
      const changes = deletedValues(resource, items.get(id)!);
      return { resource: resource.name, record: id, action: 'delete', changes };
    });
    return [...own, ...effects];
  } catch (error) {
    if (!(error instanceof InUse) && !isInUse(error)) throw error;
    const refusal = inUse(service, { error, actor: writing.actor });
    const id = error instanceof InUse ? (error.id ?? ids[0]!) : undefined;
    throw id === undefined ? refusal : atRecord(refusal, { service, id });
  }
}

/** Returns the records one by one, those that refer to others first; cycles together, at the end. */
async function inDeletionOrder(writing: WriteContext, { service, ids }: Deletion): Promise<string[][]> {
  const { name, fields } = service.resource;
  const up = Object.values<ResourceField>(fields).filter(
    ({ to, onDelete }) => to === name && onDelete === 'restrict',
  );
  if (up.length === 0) return ids.map((id) => [id]);
  const items = await readRecords(kyselyOf(writing), { service, ids });
  const below = new Map<unknown, string[]>();
  for (const [id, item] of items)
    for (const field of up) {
      for (const above of referenceIds(item[field.name])) below.set(above, [...(below.get(above) ?? []), id]);
    }
  const { ordered, cyclic } = inReferenceOrder(ids, (id) => below.get(id) ?? []);
  return [...ordered.map((id) => [id]), ...(cyclic.length > 0 ? [[...cyclic]] : [])];
}

/**
 * Merges the changes of a record that lost a reference and was deleted later, or lost several, so that the
 * history has one entry for it.
 */
function mergeEmptied(all: readonly RecordChange[]): RecordChange[] {
  const merged = new Map<string, RecordChange>();
  for (const change of all) {
    const known = merged.get(change.record);
    const earlier = known?.action === 'update' ? known.changes : {};
    const later = Object.entries(change.changes).map(([name, { before, after }]) => [
      name,
      { before: earlier[name] ? earlier[name].before : before, after },
    ]);
    merged.set(change.record, { ...change, changes: { ...earlier, ...Object.fromEntries(later) } });
  }
  return [...merged.values()];
}

/** Returns the IN_USE error with the referring resources that the caller may know of. */
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
