import type { BatchResult } from '@bindery/contract/records/resources/bulk.ts';
import type { AllResources, ResourceField } from '@bindery/contract/schema/index.ts';
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
import { readRecords } from '../stages/read-records.ts';
import { referenceIds } from '../stages/recorded-values.ts';
import { kyselyOf, withTransaction } from '../stages/session.ts';
import { once, type Repeatable } from '../write/idempotency-key.ts';
import { runWrite } from '../write/write-changes.ts';
import {
  latestEntries,
  ofAction,
  readBatch,
  readEntries,
  readEntry,
  type Step,
  type StoredEntry,
  stepsOf,
  UNDO_RIGHTS,
  unchangedOf,
} from './steps.ts';
import { type Undoing, undoEntries } from './undo-entries.ts';

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
 * the batch of another user; CHANGED_SINCE with the record; or the error of a single write.
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
 * Undoes some entries of a batch inside a transaction, as `undoBatch` undoes all of them, except those whose
 * records have changed since. Adds the resources whose number of records it may change to `counted`.
 *
 * @throws ApiError FORBIDDEN; CANNOT_UNDO; or the error of a single write. CHANGED_SINCE if a record changed
 * between the check and the lock: the next attempt skips it.
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

/**
 * Returns the records that caused a change of a batch: a record that was deleted, or restored, together with
 * the one that it refers to, and a reference that was cleared with it, or set again.
 */
function causesOf(resources: AllResources, { resource, action, changes }: StoredEntry): string[] {
  const onDelete = action === 'update' ? 'setNull' : 'cascade';
  return Object.values<ResourceField>(resources[resource]?.fields ?? {}).flatMap((field) => {
    const change = field.onDelete === onDelete && field.to !== undefined ? changes[field.name] : undefined;
    const [before, after] = [referenceIds(change?.before), referenceIds(change?.after)];
    return [...before.filter((id) => !after.includes(id)), ...after.filter((id) => !before.includes(id))];
  });
}

/** Returns the changes of a batch that follow from others of it. */
function consequencesOf(
  resources: AllResources,
  { entries, origins }: { entries: readonly StoredEntry[]; origins: readonly StoredEntry[] },
): Set<StoredEntry> {
  const followers = new Map<string, StoredEntry[]>();
  for (const entry of entries)
    for (const id of causesOf(resources, entry)) followers.set(id, [...(followers.get(id) ?? []), entry]);
  const given = new Set(origins);
  const found = new Set<StoredEntry>();
  const reached = origins.filter(({ action }) => action !== 'update').map(({ record }) => record);
  for (const id of reached)
    for (const entry of followers.get(id) ?? [])
      if (!given.has(entry) && !found.has(entry)) {
        found.add(entry);
        if (entry.action !== 'update') reached.push(entry.record);
      }
  return found;
}

/**
 * Returns the changes of a batch that follow from no other: what its user did, without the effects. Deletions
 * that only cause each other, in a cycle of references, all count as done by the user.
 */
function originsIn(resources: AllResources, entries: readonly StoredEntry[]): StoredEntry[] {
  const written = new Set(entries.filter(({ action }) => action !== 'update').map(({ record }) => record));
  const origins = entries.filter(
    (entry) => !causesOf(resources, entry).some((id) => written.has(id) && id !== entry.record),
  );
  const reached = consequencesOf(resources, { entries, origins });
  const started = new Set(origins);
  return entries.filter((entry) => started.has(entry) || !reached.has(entry));
}

interface Entries {
  /** Any service, which finds the others. */
  readonly service: ResourceService;
  readonly entries: readonly StoredEntry[];
  readonly origins: readonly StoredEntry[];
}

/**
 * Returns the entries without those whose records have been written since: for an update or a creation, those
 * that have other values now; for the others, those of which it is not the latest entry.
 */
async function withoutChanged(
  writing: WriteContext,
  { service, entries, origins }: Entries,
): Promise<Pick<Undoing, 'origins' | 'consequences'>> {
  const started = new Set(origins);
  const consequences = entries.filter((entry) => !started.has(entry));
  const steps = [
    ...stepsOf(writing, { service, entries: origins, isOrigin: true }),
    ...stepsOf(writing, { service, entries: consequences, isOrigin: false }),
  ];
  const fitting = new Set<StoredEntry>();
  for (const [of, some] of Map.groupBy(steps, (step) => step.service))
    for (const { entry } of await unchangedSteps(writing, { service: of, steps: some })) fitting.add(entry);
  return {
    origins: origins.filter((entry) => fitting.has(entry)),
    consequences: consequences.filter((entry) => fitting.has(entry)),
  };
}

async function unchangedSteps(
  writing: WriteContext,
  { service, steps }: { service: ResourceService; steps: readonly Step[] },
): Promise<Step[]> {
  const db = kyselyOf(writing);
  const byValues = [...ofAction(steps, 'update'), ...ofAction(steps, 'create')];
  const byEntry = steps.filter((step) => !byValues.includes(step));
  const unchanged = await unchangedOf(writing, { service, steps: byValues, skips: true });
  if (byEntry.length === 0) return [...unchanged];
  const ids = byEntry.map(({ id }) => id);
  const latest = await latestEntries(db, { resource: service.resource.name, ids });
  const gone = ofAction(byEntry, 'delete').map(({ id }) => id);
  const there = await readRecords(db, { service, ids: gone });
  const isLatest = ({ id, entry }: Step) =>
    latest.get(id) === entry.id && !(entry.action === 'delete' && there.has(id));
  return [...unchanged, ...byEntry.filter(isLatest)];
}
