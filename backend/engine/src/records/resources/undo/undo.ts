import type { BatchResult } from '@bindery/contract/records/resources/bulk.ts';
import { undoRights } from '@bindery/contract/records/resources/undo-rights.ts';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import type { HistoryAction } from '#backend/database/history.ts';
import { type Actor, actingId } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { writeBatch } from '../bulk/write-batch.ts';
import { readableChangesOf } from '../operations/history.ts';
import { may, mayRead } from '../query/rights.ts';
import type { ResourceService, ResourceServices } from '../resource-service.ts';
import { referenceIds } from '../stages/recorded-values.ts';
import type { WriteConnection } from '../stages/write-connection.ts';
import type { KeyedRequest, Repeatable } from '../write/idempotency-key.ts';
import { readBatch, readChanges, type StoredChange, stepsOf, unchangedOf } from './steps.ts';
import { type Undoing, undoChanges } from './undo-changes.ts';

/**
 * Undoes an update or a deletion: restores a record with id, values and all deleted or cleared with it.
 * @throws ApiError NOT_FOUND; FORBIDDEN; CHANGED_SINCE; CANNOT_UNDO; or the error of a single write.
 */
export async function undoChange(
  service: ResourceService,
  { id, change: changeId, actor, key }: KeyedRequest & { id: string; change: string },
): Promise<BatchResult> {
  const repeatable = { actor, key, request: ['undo', id, changeId] };
  return undoOnce(service, repeatable, async (connection) => {
    const { db } = connection;
    const [change] = await readChanges(db, [changeId]);
    const isOfRecord = change?.record === id && change.resource === service.resource.name;
    const among = sql`change.id = ${changeId}`;
    if (!change || !isOfRecord || !(await mayReadAny(db, { services: [service], actor, among })))
      throw new ApiError('NOT_FOUND');
    if (change.action === 'create') throw new ApiError('CANNOT_UNDO');
    const batch = change.action === 'delete' && change.batch ? await readBatch(db, change.batch) : [change];
    const origin = batch.find((one) => one.id === change.id)!;
    const consequences = consequencesOf(service.resources, { changes: batch, origins: [origin] });
    return { service, origins: [origin], consequences: [...consequences], skipsChanged: true };
  });
}

interface Sought {
  readonly services: Iterable<ResourceService>;
  readonly actor: Actor;
  /** The SQL predicate of the changes, whose table has the alias `change`. */
  readonly among: RawBuilder<unknown>;
}

/** Returns whether a user may read one of some changes. */
async function mayReadAny(db: Transaction, { services, actor, among }: Sought): Promise<boolean> {
  const readable = [...services].filter(({ resource }) => mayRead(actor, resource));
  const query = sql`
    select 1 from history as change where ${among} and ${readableChangesOf(readable, actor)} limit 1`;
  return (await query.execute(db)).rows.length > 0;
}

const inBatch = (batch: string) => sql`change.batch = ${batch}`;

/**
 * Undoes what a user did in one batch: all of it or nothing.
 * @throws ApiError NOT_FOUND, also if the actor may read nothing of the batch, or no longer; FORBIDDEN for
 * the batch of another user; CHANGED_SINCE with the record; or the error of a single write.
 */
export async function undoBatch(
  services: ResourceServices,
  { batch, actor, key }: KeyedRequest & { batch: string },
): Promise<BatchResult> {
  const [any] = services.values();
  if (!any) throw new ApiError('NOT_FOUND');
  return undoOnce(any, { actor, key, request: ['undo', batch] }, async (connection) => {
    const changes = await readBatch(connection.db, batch);
    if (changes.length === 0) throw new ApiError('NOT_FOUND');
    const self = actingId(actor);
    const sought = { services: services.values(), actor, among: inBatch(batch) };
    if (!(await mayReadAny(connection.db, sought))) throw new ApiError('NOT_FOUND');
    if (changes.some(({ madeBy }) => madeBy !== self)) throw new ApiError('FORBIDDEN');
    return { service: any, ...splitByCause(any.resources, changes), skipsChanged: false };
  });
}

async function undoOnce(
  service: ResourceService,
  repeatable: Repeatable,
  plan: (connection: WriteConnection) => Promise<Undoing>,
): Promise<BatchResult> {
  const counted = new Set<string>();
  return writeBatch(service, { ...repeatable, counted }, async (connection) => {
    const undoing = await plan(connection);
    await undoAndCount(connection, { undoing, counted });
    return { count: undoing.origins.length, changed: undoing.origins.length };
  });
}

/** Undoes changes, and adds the resources whose number of records this changes to `counted`. */
async function undoAndCount(
  connection: WriteConnection,
  { undoing, counted }: { undoing: Undoing; counted: Set<string> },
): Promise<void> {
  for (const { resource, action } of await undoChanges(connection, undoing))
    if (action !== 'update') counted.add(resource);
}

/**
 * Checks what can be checked before a job undoes a batch: who made it, and the rights of the actor.
 * @throws ApiError NOT_FOUND, FORBIDDEN and CANNOT_UNDO like `undoBatch`.
 */
export async function requireUndoable(
  db: Transaction,
  { services, batch, actor }: { services: ResourceServices; batch: string; actor: Actor },
): Promise<void> {
  const sought = { services: services.values(), actor, among: inBatch(batch) };
  if (!(await mayReadAny(db, sought))) throw new ApiError('NOT_FOUND');
  const isOwn = sql`coalesce(impersonator_id, actor_id) is not distinct from ${actingId(actor)}::uuid`;
  const { rows } = await sql<{ resource: string; action: HistoryAction; is_own: boolean }>`
    select resource, action, bool_and(${isOwn}) as is_own
    from history where batch = ${batch} group by resource, action`.execute(db);
  if (rows.some((row) => !row.is_own)) throw new ApiError('FORBIDDEN');
  const known = rows.filter(({ resource }) => services.has(resource));
  const mayUndo = ({ resource, action }: { resource: string; action: HistoryAction }) =>
    may(actor, services.get(resource)!.resource, undoRights[action]);
  // The consequences of a deletion require no right.
  const deletions = known.filter(({ action }) => action === 'delete');
  if (known.length === 0) throw new ApiError('CANNOT_UNDO');
  if (deletions.length > 0 ? !deletions.some(mayUndo) : !known.every(mayUndo))
    throw new ApiError('FORBIDDEN');
}

/**
 * Undoes some changes of a batch inside a transaction, as `undoBatch` undoes all of them, except those whose
 * records have changed since. Adds the resources whose number of records this changes to `counted`.
 * @throws ApiError FORBIDDEN; CANNOT_UNDO; or the error of a single write. CHANGED_SINCE if a record changed
 * between the check and the lock: the next attempt skips it.
 */
export async function undoPortion(
  connection: WriteConnection,
  { service, ids, counted }: { service: ResourceService; ids: readonly string[]; counted: Set<string> },
): Promise<{ changed: number }> {
  const changes = await readChanges(connection.db, ids);
  const all = splitByCause(service.resources, changes);
  const steps = await unchangedOf(connection, {
    steps: stepsOf(connection, { service, ...all }),
    skips: true,
  });
  const unchanged = new Set(steps.map(({ change }) => change));
  const origins = all.origins.filter((change) => unchanged.has(change));
  const consequences = all.consequences.filter((change) => unchanged.has(change));
  const undoing = { service, origins, consequences, skipsChanged: true };
  await undoAndCount(connection, { undoing, counted });
  return { changed: origins.length + consequences.length };
}

/**
 * Returns the records that caused a change of a batch: a record that was deleted, or restored, together with
 * the one that it refers to, and a reference that was cleared with it, or set again.
 */
function causesOf(resources: AllResources, { resource, action, changes }: StoredChange): string[] {
  const onDelete = action === 'update' ? 'setNull' : 'cascade';
  return Object.values(resources[resource]?.fields ?? {}).flatMap((field) => {
    const change = field.onDelete === onDelete && field.to !== undefined ? changes[field.name] : undefined;
    const [before, after] = [referenceIds(change?.before), referenceIds(change?.after)];
    return [...before.filter((id) => !after.includes(id)), ...after.filter((id) => !before.includes(id))];
  });
}

/** Returns the changes of a batch that follow from others of it. */
function consequencesOf(
  resources: AllResources,
  { changes, origins }: { changes: readonly StoredChange[]; origins: readonly StoredChange[] },
): Set<StoredChange> {
  const followers = new Map<string, StoredChange[]>();
  for (const change of changes)
    for (const id of causesOf(resources, change)) followers.set(id, [...(followers.get(id) ?? []), change]);
  const given = new Set(origins);
  const found = new Set<StoredChange>();
  const reached = origins.filter(({ action }) => action !== 'update').map(({ record }) => record);
  for (const id of reached)
    for (const change of followers.get(id) ?? [])
      if (!given.has(change) && !found.has(change)) {
        found.add(change);
        if (change.action !== 'update') reached.push(change.record);
      }
  return found;
}

/**
 * Splits the changes of a batch into those that follow from no other, which its user made, and their effects.
 * Deletions that only cause each other, in a cycle of references, all count as made by the user.
 */
function splitByCause(
  resources: AllResources,
  changes: readonly StoredChange[],
): Pick<Undoing, 'origins' | 'consequences'> {
  const written = new Set(changes.filter(({ action }) => action !== 'update').map(({ record }) => record));
  const origins = changes.filter(
    (change) => !causesOf(resources, change).some((id) => written.has(id) && id !== change.record),
  );
  const reached = consequencesOf(resources, { changes, origins });
  return {
    origins: changes.filter((change) => !reached.has(change)),
    consequences: changes.filter((change) => reached.has(change)),
  };
}
