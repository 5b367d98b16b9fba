import { undoRights } from '@bindery/contract/records/resources/undo-rights.ts';
import type { HistoryAction, RecordChange } from '#backend/database/history.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { CREATED_AT } from '../deletion/apply-deletion-effects.ts';
import { visibleReferences } from '../query/limited-references.ts';
import type { ResourceService } from '../resource-service.ts';
import { atRecord } from '../stages/failed-record.ts';
import { lockOrder } from '../stages/read-records.ts';
import { referenceIds } from '../stages/recorded-values.ts';
import { findOutside } from '../stages/require-rows.ts';
import type { WriteConnection } from '../stages/write-connection.ts';
import type { Change } from '../write/change.ts';
import { lock } from '../write/find-records.ts';
import { writeChanges } from '../write/write-changes.ts';
import { type ChangesToUndo, OPPOSITES, ofAction, stepsOf, type UndoStep, unchangedOf } from './steps.ts';

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
export async function undoChanges(connection: WriteConnection, undoing: Undoing): Promise<RecordChange[]> {
  const { service, skipsChanged } = undoing;
  const steps = stepsOf(connection, undoing);
  await lock(connection, steps.map(toChange));
  for (const action of ['update', 'create', 'restore', 'archive'] as const)
    await requireScope(connection, { steps: ofAction(steps, action), action });
  const deletions = ofAction(steps, 'delete');
  await unchangedOf(connection, { steps: deletions, skips: false });
  return [
    ...(await writeSteps(connection, deletions)),
    ...(await revert(connection, { steps: ofAction(steps, 'update'), skipsChanged })),
    ...(await revert(connection, { steps: ofAction(steps, 'archive'), skipsChanged })),
    ...(await revert(connection, { steps: ofAction(steps, 'restore'), skipsChanged })),
    ...(await remove(connection, { service, steps: ofAction(steps, 'create') })),
  ];
}

/** Sets the former values of records, or moves them back to where they were. */
async function revert(
  connection: WriteConnection,
  { steps, skipsChanged }: { steps: readonly UndoStep[]; skipsChanged: boolean },
): Promise<RecordChange[]> {
  const changes: RecordChange[] = [];
  for (const isOrigin of [true, false])
    for (const [service, some] of Map.groupBy(
      steps.filter((step) => step.isOrigin === isOrigin),
      (step) => step.service,
    )) {
      if (isOrigin) await requireVisible(connection, { service, steps: some });
      const unchanged = await unchangedOf(connection, { steps: some, skips: skipsChanged && !isOrigin });
      changes.push(...(await writeSteps(connection, unchanged)));
    }
  return changes;
}

/** @throws ApiError FORBIDDEN, with a record that would refer again to one which the user may not read. */
async function requireVisible(
  connection: WriteConnection,
  { service, steps }: { service: ResourceService; steps: readonly UndoStep[] },
): Promise<void> {
  const { resource, resources } = service;
  const again = ({ before, after }: UndoStep, name: string): string[] => {
    const there = referenceIds(after[name]);
    return referenceIds(before[name]).filter((id) => !there.includes(id));
  };
  const visibleIds = await visibleReferences(connection, {
    resource,
    resources,
    actor: connection.actor,
    idsIn: (name) => steps.flatMap((step) => again(step, name)),
  });
  const isHidden = (step: UndoStep) =>
    [...visibleIds].some(([name, visible]) => again(step, name).some((id) => !visible.has(id)));
  const hidden = steps.find(isHidden);
  if (hidden) throw atRecord(new ApiError('FORBIDDEN'), hidden);
}

/** Returns the opposite of a change. */
function toChange({ service, id, before: values, isOrigin, change }: UndoStep): Change {
  const action = OPPOSITES[change.action];
  const createdAt = change.changes[CREATED_AT]?.before;
  const again = typeof createdAt === 'string' ? { createdAt } : {};
  return { service, action, id, values, isConsequence: !isOrigin, ...(action === 'create' && { again }) };
}

/** Writes the opposite of changes of one kind, whose records are locked. */
async function writeSteps(
  connection: WriteConnection,
  steps: readonly UndoStep[],
): Promise<readonly RecordChange[]> {
  const { recorded } = await writeChanges(connection, {
    changes: steps.map(toChange),
    isLocked: true,
    namesRecords: true,
  });
  return recorded;
}

/** Deletes records that were created, if nothing depends on them. */
async function remove(
  connection: WriteConnection,
  { service: { resources, serviceOf }, steps }: { service: ResourceService; steps: readonly UndoStep[] },
): Promise<RecordChange[]> {
  const ids = new Set(steps.map(({ id }) => id));
  const changes: RecordChange[] = [];
  const byName = Map.groupBy(steps, ({ service }) => service.resource.name);
  for (const name of lockOrder(resources)) {
    const some = byName.get(name) ?? [];
    const unchanged = await unchangedOf(connection, { steps: some, skips: false });
    if (unchanged.length === 0) continue;
    changes.push(...(await writeSteps(connection, unchanged)));
  }
  const other = changes.find(({ record }) => !ids.has(record));
  if (other) throw atRecord(new ApiError('IN_USE'), { service: serviceOf(other.resource), id: other.record });
  return changes;
}

/**
 * Checks that the user may reach the records of changes of one kind.
 * @throws ApiError CHANGED_SINCE, as for a record that no longer exists, or FORBIDDEN, with the record.
 */
async function requireScope(
  connection: WriteConnection,
  { steps, action: undone }: { steps: readonly UndoStep[]; action: Exclude<HistoryAction, 'delete'> },
): Promise<void> {
  const { actor } = connection;
  const action = undoRights[undone];
  const rows = undone === 'archive' ? 'archived' : 'live';
  const origins = steps.filter(({ isOrigin }) => isOrigin);
  for (const [service, some] of Map.groupBy(origins, (step) => step.service)) {
    const ids = some.map(({ id }) => id);
    const outside = await findOutside(connection.db, { service, actor, action, rows, ids });
    if (!outside) continue;
    const code = outside.code === 'NOT_FOUND' ? 'CHANGED_SINCE' : 'FORBIDDEN';
    throw atRecord(new ApiError(code), { service, id: outside.id });
  }
}
