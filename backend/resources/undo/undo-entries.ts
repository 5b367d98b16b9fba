import type { RecordChange } from '#backend/database/history.ts';
import { ApiError } from '#backend/http/api-error.ts';
import { currentSession } from '#backend/http/request-context.ts';
import { type Action, allows, type Resource } from '#contract/schema/index.ts';
import { fieldError } from '#contract/validation.ts';
import { archiveRecords, unarchiveRecords } from '../bulk/archive-records.ts';
import { deleteRecords } from '../bulk/delete-records.ts';
import { atRecord } from '../bulk/failed-record.ts';
import { lockOrder, lockRecords } from '../bulk/lock-records.ts';
import { readRecords } from '../bulk/read-records.ts';
import { restoreRecords } from '../bulk/restore-records.ts';
import { updateRecords } from '../bulk/update-records.ts';
import type { RecordValues, WriteContext } from '../hooks.ts';
import { lockForDeletion } from '../operations/apply-deletion-effects.ts';
import { lockTree } from '../operations/own-ancestor.ts';
import { recordedValue } from '../operations/recorded-values.ts';
import { findOutside } from '../operations/require-scope.ts';
import { findUnwritable } from '../operations/require-written.ts';
import { kyselyOf } from '../operations/write.ts';
import { maySet } from '../query/labels.ts';
import type { RecordJson } from '../query/projection.ts';
import type { Rows } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';
import { latestEntries, type StoredEntry } from './entries.ts';

/** The entries to undo. */
export interface Undoing {
  /** Any service, which finds the others. */
  readonly service: ResourceService;
  /** What a user did, which takes the right to do the opposite. */
  readonly origins: readonly StoredEntry[];
  /** What that led to, by deletions. */
  readonly consequences: readonly StoredEntry[];
  /** Whether a reference that has been changed again stays as it is, instead of preventing everything. */
  readonly skipsChanged: boolean;
}

/** An entry with its resource, and the values to have again or to find unchanged. */
interface Step {
  readonly entry: StoredEntry;
  readonly service: ResourceService;
  readonly id: string;
  readonly isOrigin: boolean;
  readonly before: RecordValues;
  readonly after: RecordValues;
}

const RIGHTS = {
  create: 'delete',
  update: 'update',
  delete: 'create',
  archive: 'restore',
  restore: 'delete',
} as const satisfies Record<StoredEntry['action'], Action>;

/**
 * Writes the opposite of history entries inside a transaction, and returns the changes for the history.
 *
 * @throws ApiError CHANGED_SINCE with the record and its fields that have other values now; CANNOT_UNDO for a
 *   change without a field that the user may write; FORBIDDEN; or the error of a single write.
 */
export async function undoEntries(writing: WriteContext, undoing: Undoing): Promise<RecordChange[]> {
  const steps = [
    ...stepsOf(writing, { ...undoing, entries: undoing.origins, isOrigin: true }),
    ...stepsOf(writing, { ...undoing, entries: undoing.consequences, isOrigin: false }),
  ];
  const of = (action: StoredEntry['action']) => steps.filter(({ entry }) => entry.action === action);
  await lock(writing, { service: undoing.service, steps });
  const changes = await restore(writing, of('delete'));
  changes.push(...(await revert(writing, { steps: of('update'), skipsChanged: undoing.skipsChanged })));
  changes.push(...(await moveBack(writing, of('archive'), unarchiveRecords)));
  changes.push(...(await moveBack(writing, of('restore'), archiveRecords)));
  changes.push(...(await remove(writing, { service: undoing.service, steps: of('create') })));
  return changes;
}

function stepsOf(
  { actor }: WriteContext,
  { service: any, entries, isOrigin }: Undoing & { entries: readonly StoredEntry[]; isOrigin: boolean },
): Step[] {
  return entries.flatMap((entry): Step[] => {
    const { resource: name, record: id, action, changes } = entry;
    const service = any.resources[name] ? any.serviceOf(name) : undefined;
    if (!service) {
      if (isOrigin) throw new ApiError('CANNOT_UNDO');
      return [];
    }
    const { fields, managedBy } = service.resource;
    if (isOrigin && !allows(service.resource, { role: actor.role, action: RIGHTS[action] }))
      throw new ApiError('FORBIDDEN');
    if (isOrigin && managedBy === 'auth' && currentSession()?.impersonatedBy)
      throw new ApiError('IMPERSONATING');
    const names = Object.keys(changes).filter((field) => {
      const known = fields[field];
      return known && (action === 'delete' || !isOrigin || maySet(actor, known));
    });
    if (names.length === 0 && action === 'update') {
      if (isOrigin) throw atRecord(new ApiError('CANNOT_UNDO'), { service, id });
      return [];
    }
    const valuesAt = (when: 'before' | 'after') =>
      Object.fromEntries(names.map((field) => [field, changes[field]![when] ?? null]));
    return [{ entry, service, id, isOrigin, before: valuesAt('before'), after: valuesAt('after') }];
  });
}

/** Takes the locks of all steps before the first of them writes, in the order of `lockRecords`. */
async function lock(
  writing: WriteContext,
  { service: { resources }, steps }: { service: ResourceService; steps: readonly Step[] },
): Promise<void> {
  const db = kyselyOf(writing);
  for (const [service, some] of Map.groupBy(steps, (step) => step.service))
    await lockTree(writing, { service, values: some.map(({ before }) => before) });
  for (const [service, some] of Map.groupBy(ofAction(steps, 'create'), (step) => step.service))
    await lockForDeletion({
      ...{ db, resources, resource: service.resource.name },
      ids: some.map(({ id }) => id),
    });
  const moved = steps.filter(({ entry }) => ['update', 'archive', 'restore'].includes(entry.action));
  const ids = Map.groupBy(moved, ({ service }) => service.resource.name);
  await lockRecords(db, {
    resources,
    ids: new Map([...ids].map(([name, some]) => [name, some.map(({ id }) => id)])),
  });
  await requireScope(writing, { steps: ofAction(steps, 'update'), action: 'update', rows: 'live' });
  await requireScope(writing, { steps: ofAction(steps, 'create'), action: 'delete', rows: 'live' });
  await requireScope(writing, { steps: ofAction(steps, 'restore'), action: 'delete', rows: 'live' });
  await requireScope(writing, { steps: ofAction(steps, 'archive'), action: 'restore', rows: 'archived' });
}

/** @throws ApiError CHANGED_SINCE, as for a record that is gone, or FORBIDDEN, with a record out of the scope. */
async function requireScope(
  { actor, em }: WriteContext,
  { steps, action, rows }: { steps: readonly Step[]; action: 'update' | 'delete' | 'restore'; rows: Rows },
): Promise<void> {
  const origins = steps.filter(({ isOrigin }) => isOrigin);
  for (const [service, some] of Map.groupBy(origins, (step) => step.service)) {
    const ids = some.map(({ id }) => id);
    const outside = await findOutside(kyselyOf({ em }), { service, actor, action, rows, ids });
    if (!outside) continue;
    const code = outside.code === 'NOT_FOUND' ? 'CHANGED_SINCE' : 'FORBIDDEN';
    throw atRecord(new ApiError(code), { service, id: outside.id });
  }
}

const ofAction = (steps: readonly Step[], action: StoredEntry['action']) =>
  steps.filter(({ entry }) => entry.action === action);

async function restore(writing: WriteContext, steps: readonly Step[]): Promise<RecordChange[]> {
  for (const [service, some] of Map.groupBy(steps, (step) => step.service)) {
    const db = kyselyOf(writing);
    const ids = some.map(({ id }) => id);
    const there = await readRecords(db, { service, ids });
    const latest = await latestEntries(db, { resource: service.resource.name, ids });
    const id = some.find(({ entry }) => there.has(entry.record) || latest.get(entry.record) !== entry.id)?.id;
    if (id !== undefined) throw atRecord(new ApiError('CHANGED_SINCE'), { service, id });
  }
  const changes = await restoreRecords(
    writing,
    steps.map(({ service, id, before }) => ({ service, id, values: before })),
  );
  const origins = steps.filter(({ isOrigin }) => isOrigin);
  for (const [service, some] of Map.groupBy(origins, (step) => step.service)) {
    const restored = {
      service,
      actor: writing.actor,
      action: 'create',
      ids: some.map(({ id }) => id),
    } as const;
    const unwritable = await findUnwritable(kyselyOf(writing), restored);
    if (unwritable) throw atRecord(unwritable.error, { service, id: unwritable.id });
  }
  return changes;
}

/**
 * Moves records back to where they were, as long as nothing has been done to them since.
 *
 * @throws ApiError CHANGED_SINCE with the record.
 */
async function moveBack(
  writing: WriteContext,
  steps: readonly Step[],
  move: typeof archiveRecords,
): Promise<RecordChange[]> {
  const changes: RecordChange[] = [];
  for (const [service, some] of Map.groupBy(steps, (step) => step.service)) {
    const ids = some.map(({ id }) => id);
    const latest = await latestEntries(kyselyOf(writing), { resource: service.resource.name, ids });
    const id = some.find(({ entry }) => latest.get(entry.record) !== entry.id)?.id;
    if (id !== undefined) throw atRecord(new ApiError('CHANGED_SINCE'), { service, id });
    changes.push(...(await move(writing, { service, ids })));
  }
  return changes;
}

async function revert(
  writing: WriteContext,
  { steps, skipsChanged }: { steps: readonly Step[]; skipsChanged: boolean },
): Promise<RecordChange[]> {
  const changes: RecordChange[] = [];
  for (const isOrigin of [true, false])
    for (const [service, some] of Map.groupBy(
      steps.filter((step) => step.isOrigin === isOrigin),
      (step) => step.service,
    )) {
      const unchanged = await unchangedOf(writing, {
        service,
        steps: some,
        skips: skipsChanged && !isOrigin,
      });
      const records = unchanged.map(({ id, before }) => ({ id, values: before }));
      changes.push(...(await updateRecords(writing, { service, records, skipsHooks: !isOrigin })));
    }
  return changes;
}

/** Deletes records that were created, as long as nothing has come to depend on them. */
async function remove(
  writing: WriteContext,
  { service: { resources, serviceOf }, steps }: { service: ResourceService; steps: readonly Step[] },
): Promise<RecordChange[]> {
  const ids = new Set(steps.map(({ id }) => id));
  const changes: RecordChange[] = [];
  const byName = Map.groupBy(steps, ({ service }) => service.resource.name);
  for (const name of lockOrder(resources)) {
    const service = serviceOf(name);
    const some = byName.get(name) ?? [];
    const unchanged = await unchangedOf(writing, { service, steps: some, skips: false });
    if (unchanged.length === 0) continue;
    changes.push(...(await deleteRecords(writing, { service, ids: unchanged.map(({ id }) => id) })));
  }
  const other = changes.find(({ record }) => !ids.has(record));
  if (other) throw atRecord(new ApiError('IN_USE'), { service: serviceOf(other.resource), id: other.record });
  return changes;
}

/**
 * Returns the steps whose records still have the values of afterwards.
 *
 * @throws ApiError CHANGED_SINCE with the record and the fields that have other values, unless `skips` is set.
 */
async function unchangedOf(
  writing: WriteContext,
  { service, steps, skips }: { service: ResourceService; steps: readonly Step[]; skips: boolean },
): Promise<readonly Step[]> {
  const records = await readRecords(kyselyOf(writing), { service, ids: steps.map(({ id }) => id) });
  return steps.filter(({ id, after }) => {
    const record = records.get(id);
    const names = record && differences(service.resource, { record, values: after });
    if (names?.length === 0) return true;
    if (skips) return false;
    const errors = names?.map((name) => [name, [fieldError(name, 'errors.changedSince')]]);
    const details = errors && { errors: Object.fromEntries(errors) };
    throw atRecord(new ApiError('CHANGED_SINCE', details), { service, id });
  });
}

const differences = (
  { fields }: Resource,
  { record, values }: { record: RecordJson; values: RecordValues },
): string[] =>
  Object.keys(values).filter((name) => {
    const now = recordedValue(fields[name], record[name]);
    return JSON.stringify(now) !== JSON.stringify(recordedValue(fields[name], values[name]));
  });
