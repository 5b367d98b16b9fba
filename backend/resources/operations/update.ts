import { sql } from 'kysely';
import { timeAfter } from '#backend/database/time.ts';
import { type RecordValues, runHook } from '../hooks.ts';
import type { RecordJson } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';
import { lockTree, refuseCycles } from './own-ancestor.ts';
import { read } from './read.ts';
import {
  type Actor,
  changedFields,
  findForUpdate,
  historyEntryFor,
  kyselyOf,
  type Precondition,
  toColumns,
  withCountUpdate,
  withTransaction,
} from './write.ts';

interface Change extends Precondition {
  readonly values: RecordValues;
  readonly actor: Actor;
}

/**
 * Updates some fields of a record and adds a history entry; does nothing where no value changes.
 *
 * @throws ApiError NOT_FOUND; PRECONDITION_FAILED when the record has changed since the caller read it;
 *   CONFLICT or INVALID with errors by field for violated database constraints.
 */
export async function update(
  service: ResourceService,
  { id, values, ifMatch, actor }: Change,
): Promise<RecordJson> {
  const { resource, hooks } = service;
  const write = () =>
    withTransaction({ service, actor }, async (writing) => {
      await lockTree(writing, { service, values });
      const before = await findForUpdate(writing, { id, ifMatch });
      const changed = (await runHook(() => hooks.beforeUpdate?.({ before, values }, writing))) ?? values;
      const changes = changedFields(before, changed);
      const names = Object.keys(changes);
      if (names.length === 0) return;
      const different = Object.fromEntries(names.map((name) => [name, changed[name]]));
      await refuseCycles(writing, { resource, id, values: different });
      const columns = { ...toColumns(service, different), updated_at: timeAfter(sql.ref('updated_at')) };
      const tables = kyselyOf(writing);
      await tables.updateTable(resource.table).set(columns).where('id', '=', id).execute();
      const line = historyEntryFor({ service, actor }, { id, action: 'update', changes });
      await tables.insertInto('history').values(line).execute();
    });
  await withCountUpdate({ service, actor, difference: 0 }, write);
  return read(service, { id, role: actor.role });
}
