import { ApiError } from '#backend/kernel/http/api-error.ts';
import { lockForDeletion } from '../deletion/apply-deletion-effects.ts';
import type { WriteContext } from '../hooks.ts';
import type { Rows } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';
import { atRecord } from '../stages/failed-record.ts';
import { lockRecords } from '../stages/lock-records.ts';
import { lockTree } from '../stages/own-ancestor.ts';
import { findOutside } from '../stages/require-scope.ts';
import { kyselyOf } from '../stages/transaction.ts';
import { ofAction, type Step } from './steps.ts';

/**
 * Takes the locks of all steps before the first of them writes, in the order of `lockRecords`, and checks
 * that the user may reach the records.
 * @throws ApiError CHANGED_SINCE or FORBIDDEN, with a record that they may not reach.
 */
export async function lockSteps(
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

/**
 * @throws ApiError CHANGED_SINCE, as for a record that no longer exists, or FORBIDDEN, with a record out of
 * the scope.
 */
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
