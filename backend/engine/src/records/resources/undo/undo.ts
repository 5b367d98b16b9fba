import type { BatchResult } from '@bindery/contract/records/resources/bulk.ts';
import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import type { HistoryAction } from '#backend/database/history.ts';
import { newId } from '#backend/database/id.ts';
import { type Actor, actingId } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { requireTimeLeft } from '#backend/kernel/http/request-context.ts';
import { cascadeTargets } from '../deletion/references.ts';
import type { WriteContext } from '../hooks.ts';
import { readableEntries, shownNames } from '../operations/history.ts';
import { may, mayRead } from '../query/rights.ts';
import type { ResourceService, ResourceServices } from '../resource-service.ts';
import { once, type Repeatable } from '../stages/once.ts';
import { kyselyOf, withTransaction } from '../stages/transaction.ts';
import { runWrite } from '../write/write-changes.ts';
import { consequencesOf, originsIn } from './consequences.ts';
import { readBatch, readEntries, readEntry, type StoredEntry } from './entries.ts';
import { UNDO_RIGHTS } from './steps.ts';
import { type Undoing, undoEntries } from './undo-entries.ts';
import { withoutChanged } from './without-changed.ts';

/** The actor of an undo, and the Idempotency-Key header, with which a repeated request runs once. */
interface Who {
  readonly actor: Actor;
  readonly key?: string | undefined;
}

/**
 * Undoes an update or a deletion. Restores a deleted record with its id, its values and what was deleted or
 * cleared with it.
 * @throws ApiError NOT_FOUND; FORBIDDEN; CHANGED_SINCE; CANNOT_UNDO; or the error of a single write.
 */
export async function undoEntry(
  service: ResourceService,
  { id, entry: entryId, actor, key }: { id: string; entry: string } & Who,
): Promise<BatchResult> {
  const repeatable = { actor, key, request: ['undo', id, entryId] };
  return inTransaction(service, repeatable, async (writing) => {
    const db = kyselyOf(writing);
    const entry = await readEntry(db, entryId);
    const isOfRecord = entry?.record === id && entry.resource === service.resource.name;
    if (!entry || !isOfRecord || !(await mayReadEntry(db, { service, actor, id: entryId })))
      throw new ApiError('NOT_FOUND');
    if (entry.action === 'create') throw new ApiError('CANNOT_UNDO');
    const batch = entry.action === 'delete' && entry.batch ? await readBatch(db, entry.batch) : [entry];
    const origin = batch.find((one) => one.id === entry.id)!;
    const consequences = consequencesOf(service.resources, { entries: batch, origins: [origin] });
    return { service, origins: [origin], consequences: [...consequences], skipsChanged: true };
  });
}

/** Returns whether a user may read a change of a batch. */
async function mayReadAny(
  db: Transaction,
  { services, actor, batch }: { services: ResourceServices; actor: Actor; batch: string },
): Promise<boolean> {
  const readable = [...services.values()]
    .filter(({ resource }) => mayRead(actor, resource))
    .map((service) => readableEntries(service.resource, { actor, names: shownNames(service, actor) }));
  if (readable.length === 0) return false;
  const query = sql`
    select 1 from history as entry where entry.batch = ${batch} and (${sql.join(readable, sql` or `)}) limit 1`;
  return (await query.execute(db)).rows.length > 0;
}

/** Returns whether a user may read a change of a resource. */
async function mayReadEntry(
  db: Transaction,
  { service, actor, id }: { service: ResourceService; actor: Actor; id: string },
): Promise<boolean> {
  const readable = readableEntries(service.resource, { actor, names: shownNames(service, actor) });
  const query = sql`select 1 from history as entry where entry.id = ${id} and ${readable}`;
  return (await query.execute(db)).rows.length > 0;
}

/**
 * Undoes what a user did in one batch: all of it or nothing.
 * @throws ApiError NOT_FOUND, also if the actor may read nothing of the batch, or no longer; FORBIDDEN for
 * the batch of another user; CHANGED_SINCE with the record; or the error of
 *   a single write.
 */
export async function undoBatch(
  services: ResourceServices,
  { batch, actor, key }: { batch: string } & Who,
): Promise<BatchResult> {
  const [any] = services.values();
  if (!any) throw new ApiError('NOT_FOUND');
  return inTransaction(any, { actor, key, request: ['undo', batch] }, async (writing) => {
    const entries = await readBatch(kyselyOf(writing), batch);
    if (entries.length === 0) throw new ApiError('NOT_FOUND');
    const self = actingId(actor);
    if (!(await mayReadAny(kyselyOf(writing), { services, actor, batch }))) throw new ApiError('NOT_FOUND');
    if (entries.some(({ madeBy }) => madeBy !== self)) throw new ApiError('FORBIDDEN');
    const origins = originsIn(any.resources, entries);
    const started = new Set(origins);
    const consequences = entries.filter((entry) => !started.has(entry));
    return { service: any, origins, consequences, skipsChanged: false };
  });
}

async function inTransaction(
  service: ResourceService,
  repeatable: Repeatable,
  plan: (writing: WriteContext) => Promise<Undoing>,
): Promise<BatchResult> {
  const { actor } = repeatable;
  const batch = newId();
  const counted = new Set<string>();
  const undoWithin = async (writing: WriteContext): Promise<BatchResult> => {
    const undoing = await plan(writing);
    for (const name of countedByUndo(service, [...undoing.origins, ...undoing.consequences]))
      counted.add(name);
    await undoEntries({ ...writing, batch }, undoing);
    await requireTimeLeft();
    return { batch, count: undoing.origins.length, changed: undoing.origins.length };
  };
  const write = () =>
    withTransaction(
      { service, actor },
      async (writing) => (await once(kyselyOf(writing), repeatable, () => undoWithin(writing))).answer,
    );
  return runWrite({ service, actor }, { counted, write });
}

/** Returns the resources whose number of records the undo of some entries may change. */
function* countedByUndo({ resources }: ResourceService, entries: readonly StoredEntry[]): Generator<string> {
  for (const { resource, action } of entries) {
    if (action !== 'update') yield resource;
    if (action === 'create') yield* cascadeTargets(resource, resources);
  }
}

/**
 * Checks what can be checked before a job undoes a batch: who made it, and the rights of the actor.
 *
 * @throws ApiError NOT_FOUND, FORBIDDEN and CANNOT_UNDO like `undoBatch`.
 */
export async function requireUndoable(
  db: Transaction,
  { services, batch, actor }: { services: ResourceServices; batch: string; actor: Actor },
): Promise<void> {
  if (!(await mayReadAny(db, { services, actor, batch }))) throw new ApiError('NOT_FOUND');
  const isOwn = sql`coalesce(impersonator_id, actor_id) is not distinct from ${actingId(actor)}::uuid`;
  const { rows } = await sql<{ resource: string; action: HistoryAction; is_own: boolean }>`
    select resource, action, bool_and(${isOwn}) as is_own
    from history where batch = ${batch} group by resource, action`.execute(db);
  if (rows.some((row) => !row.is_own)) throw new ApiError('FORBIDDEN');
  const known = rows.filter(({ resource }) => services.has(resource));
  const mayUndo = ({ resource, action }: { resource: string; action: HistoryAction }) =>
    may(actor, services.get(resource)!.resource, UNDO_RIGHTS[action]);
  // The consequences of a deletion require no right.
  const deletions = known.filter(({ action }) => action === 'delete');
  if (known.length === 0) throw new ApiError('CANNOT_UNDO');
  if (deletions.length > 0 ? !deletions.some(mayUndo) : !known.every(mayUndo))
    throw new ApiError('FORBIDDEN');
}

/**
 * Undoes some entries of a batch inside a transaction, as `undoBatch` undoes all of them, except those whose records have
 * changed since. Adds the resources whose number of records it may change to `counted`.
 *
 * @throws ApiError FORBIDDEN; CANNOT_UNDO; or the error of a single write. CHANGED_SINCE if a record changed between the
 *   check and the lock: the next attempt skips it.
 */
export async function undoPortion(
  writing: WriteContext,
  { service, ids, counted }: { service: ResourceService; ids: readonly string[]; counted: Set<string> },
): Promise<{ changed: number }> {
  const entries = await readEntries(kyselyOf(writing), ids);
  for (const name of countedByUndo(service, entries)) counted.add(name);
  const { origins, consequences } = await withoutChanged(writing, {
    service,
    origins: originsIn(service.resources, entries),
    entries,
  });
  await undoEntries(writing, { service, origins, consequences, skipsChanged: true });
  return { changed: origins.length + consequences.length };
}
