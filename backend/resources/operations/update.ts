import { laterThan } from '#backend/database/time.ts';
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
  runWrite,
  toStored,
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
      await lockTree(writing, { service, values: [values] });
      const { record, before } = await findForUpdate(writing, { service, id, ifMatch });
      const changed =
        (await runHook(writing, () => hooks.beforeUpdate?.({ before, values }, writing))) ?? values;
      const changes = changedFields(before, changed);
      const names = Object.keys(changes);
      if (names.length === 0) return;
      const different = Object.fromEntries(names.map((name) => [name, changed[name]]));
      await refuseCycles(writing, { resource, id, values: different });
      writing.em.assign(record, toStored(service, different));
      record.updatedAt = laterThan('updated_at');
      await writing.em.flush();
      const entry = historyEntryFor({ service, actor }, { id, action: 'update', changes });
      await kyselyOf(writing).insertInto('history').values(entry).execute();
    });
  await runWrite({ service, actor }, { counted: [], write });
  return read(service, { id, role: actor.role });
}
