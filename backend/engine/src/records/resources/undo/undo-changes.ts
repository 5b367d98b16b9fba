import type { ResourceField } from '@bindery/contract/schema/index.ts';
import type { HistoryAction, RecordChange } from '#backend/database/history.ts';
import { readingIn } from '#backend/database/query.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { CREATED_AT, lockForDeletion } from '../deletion/apply-deletion-effects.ts';
import type { WriteContext } from '../hooks.ts';
import { limitedTarget } from '../query/limited-references.ts';
import { reachableIds } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';
import { atRecord } from '../stages/failed-record.ts';
import { lockOrder, lockRecords } from '../stages/read-records.ts';
import { referenceIds } from '../stages/recorded-values.ts';
import { findOutside } from '../stages/require-rows.ts';
import { kyselyOf, sessionWithin } from '../stages/session.ts';
import { lockTree } from '../stages/trees.ts';
import type { Change } from '../write/change.ts';
import { writeChanges } from '../write/write-changes.ts';
import { type ChangesToUndo, ofAction, type Step, stepsOf, UNDO_RIGHTS, unchangedOf } from './steps.ts';

/** The changes to undo. */
export interface Undoing extends ChangesToUndo {
  /** Whether a reference that has been changed again remains, instead of preventing the undo. */
  readonly skipsChanged: boolean;
}

/**
 * Writes the opposite of changes inside a transaction, and returns the new changes for the history.
 * @throws ApiError CHANGED_SINCE with the record and its fields that have other values now; CANNOT_UNDO for a
 * change without a field that the user may write; FORBIDDEN; or the error of a single write.
 */
export async function undoChanges(writing: WriteContext, undoing: Undoing): Promise<RecordChange[]> {
  const { service, skipsChanged } = undoing;
  const steps = stepsOf(writing, undoing);
  await lockSteps(writing, { service, steps });
  const deletions = ofAction(steps, 'delete');
  await unchangedOf(writing, { steps: deletions, skips: false });
  return [
    ...(await writeSteps(writing, { action: 'create', steps: deletions })),
    ...(await revert(writing, { action: 'update', steps: ofAction(steps, 'update'), skipsChanged })),
    ...(await revert(writing, { action: 'restore', steps: ofAction(steps, 'archive'), skipsChanged })),
    ...(await revert(writing, { action: 'archive', steps: ofAction(steps, 'restore'), skipsChanged })),
    ...(await remove(writing, { service, steps: ofAction(steps, 'create') })),
  ];
}

/** Sets the former values of records, or moves them back to where they were. */
async function revert(
  writing: WriteContext,
  { action, steps, skipsChanged }: { action: HistoryAction; steps: readonly Step[]; skipsChanged: boolean },
): Promise<RecordChange[]> {
  const changes: RecordChange[] = [];
  for (const isOrigin of [true, false])
    for (const [service, some] of Map.groupBy(
      steps.filter((step) => step.isOrigin === isOrigin),
      (step) => step.service,
    )) {
      if (isOrigin) await requireVisible(writing, { service, steps: some });
      const unchanged = await unchangedOf(writing, { steps: some, skips: skipsChanged && !isOrigin });
      changes.push(...(await writeSteps(writing, { action, steps: unchanged })));
    }
  return changes;
}

/** @throws ApiError FORBIDDEN, with a record that would refer again to one which the user may not read. */
async function requireVisible(
  writing: WriteContext,
  { service, steps }: { service: ResourceService; steps: readonly Step[] },
): Promise<void> {
  const { resource, resources } = service;
  const { actor } = writing;
  for (const field of Object.values<ResourceField>(resource.fields)) {
    const target = limitedTarget(field, { actor, resources });
    if (!target) continue;
    const again = new Map(
      steps.map(({ id, before, after }) => {
        const there = referenceIds(after[field.name]);
        return [id, referenceIds(before[field.name]).filter((one) => !there.includes(one))];
      }),
    );
    const ids = [...again.values()].flat();
    const visible = await reachableIds(readingIn(kyselyOf(writing)), {
      resource: target,
      actor,
      rows: 'all',
      ids,
    });
    const id = steps.find((step) => again.get(step.id)!.some((one) => !visible.has(one)))?.id;
    if (id !== undefined) throw atRecord(new ApiError('FORBIDDEN'), { service, id });
  }
}

/** Writes the opposite of changes of one kind, whose records are locked. */
async function writeSteps(
  writing: WriteContext,
  { action, steps }: { action: HistoryAction; steps: readonly Step[] },
): Promise<readonly RecordChange[]> {
  const written = await writeChanges(sessionWithin(writing), {
    changes: steps.map(({ service, id, before: values, isOrigin, change }): Change => {
      const createdAt = change.changes[CREATED_AT]?.before;
      const again = typeof createdAt === 'string' ? { createdAt } : {};
      const isConsequence = !isOrigin;
      return { service, action, id, values, isConsequence, ...(action === 'create' && { again }) };
    }),
    isLocked: true,
    namesRecords: true,
  });
  return written.changes;
}

/** Deletes records that were created, if nothing depends on them. */
async function remove(
  writing: WriteContext,
  { service: { resources, serviceOf }, steps }: { service: ResourceService; steps: readonly Step[] },
): Promise<RecordChange[]> {
  const ids = new Set(steps.map(({ id }) => id));
  const changes: RecordChange[] = [];
  const byName = Map.groupBy(steps, ({ service }) => service.resource.name);
  for (const name of lockOrder(resources)) {
    const some = byName.get(name) ?? [];
    const unchanged = await unchangedOf(writing, { steps: some, skips: false });
    if (unchanged.length === 0) continue;
    changes.push(...(await writeSteps(writing, { action: 'delete', steps: unchanged })));
  }
  const other = changes.find(({ record }) => !ids.has(record));
  if (other) throw atRecord(new ApiError('IN_USE'), { service: serviceOf(other.resource), id: other.record });
  return changes;
}

/**
 * Takes the locks of all steps before the first of them writes, in the order of `lockRecords`, and checks
 * that the user may reach the records.
 * @throws ApiError CHANGED_SINCE or FORBIDDEN, with a record that they may not reach.
 */
async function lockSteps(
  writing: WriteContext,
  { service: { resources }, steps }: { service: ResourceService; steps: readonly Step[] },
): Promise<void> {
  const db = kyselyOf(writing);
  for (const [service, some] of Map.groupBy(steps, (step) => step.service))
    await lockTree(writing, { service, values: some.map(({ before }) => before) });
  for (const [service, some] of Map.groupBy(ofAction(steps, 'create'), (step) => step.service))
    await lockForDeletion({
      db,
      resources,
      resource: service.resource.name,
      ids: some.map(({ id }) => id),
    });
  const moved = steps.filter(({ change }) => ['update', 'archive', 'restore'].includes(change.action));
  const ids = Map.groupBy(moved, ({ service }) => service.resource.name);
  await lockRecords(db, {
    resources,
    ids: new Map([...ids].map(([name, some]) => [name, some.map(({ id }) => id)])),
  });
  for (const kind of ['update', 'create', 'restore', 'archive'] as const)
    await requireScope(writing, { steps: ofAction(steps, kind), kind });
}

/**
 * @throws ApiError CHANGED_SINCE, as for a record that no longer exists, or FORBIDDEN, with a record out of
 * the scope.
 */
async function requireScope(
  writing: WriteContext,
  { steps, kind }: { steps: readonly Step[]; kind: Exclude<HistoryAction, 'delete'> },
): Promise<void> {
  const { actor } = writing;
  const action = UNDO_RIGHTS[kind];
  const rows = kind === 'archive' ? 'archived' : 'live';
  const origins = steps.filter(({ isOrigin }) => isOrigin);
  for (const [service, some] of Map.groupBy(origins, (step) => step.service)) {
    const ids = some.map(({ id }) => id);
    const outside = await findOutside(kyselyOf(writing), { service, actor, action, rows, ids });
    if (!outside) continue;
    const code = outside.code === 'NOT_FOUND' ? 'CHANGED_SINCE' : 'FORBIDDEN';
    throw atRecord(new ApiError(code), { service, id: outside.id });
  }
}
