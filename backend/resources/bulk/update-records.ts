import type { RecordChange } from '#backend/database/history.ts';
import { ApiError } from '#backend/http/api-error.ts';
import { requireTimeLeft } from '#backend/http/request-context.ts';
import { type ResourceHooks, runHook, type WriteContext } from '../hooks.ts';
import { refuseCyclesAmong } from '../operations/own-ancestor.ts';
import { changedFields, kyselyOf } from '../operations/write.ts';
import type { ResourceService } from '../resource-service.ts';
import { atRecord, withRecord, writeByHalves } from './failed-record.ts';
import { inChunks, readRecords } from './read-records.ts';
import { type NewValues, updateValues } from './write-values.ts';

interface Updates {
  readonly service: ResourceService;
  readonly records: readonly NewValues[];
  /** Set for references that follow from another write, as when a deletion clears them. */
  readonly skipsHooks?: boolean;
}

/**
 * Updates locked records inside a transaction, each by the rules for a single one, and returns the changes
 * for the history. Where the resource has a hook, the records are written one after the other, so that the
 * hook sees those before: a rule about several records holds.
 *
 * @throws ApiError with the record at fault.
 */
export async function updateRecords(
  writing: WriteContext,
  { service, records, skipsHooks = false }: Updates,
): Promise<RecordChange[]> {
  const { resource } = service;
  const hooks: ResourceHooks = skipsHooks ? {} : service.hooks;
  const db = kyselyOf(writing);
  const all: RecordChange[] = [];
  for (const some of inChunks(records, hooks.beforeUpdate ? 1 : undefined)) {
    await requireTimeLeft();
    const known = await readRecords(db, { service, ids: some.map(({ id }) => id) });
    const written: (NewValues & { service: ResourceService })[] = [];
    for (const { id, values } of some) {
      const before = known.get(id);
      if (!before) throw atRecord(new ApiError('NOT_FOUND'), { service, id });
      const hooked = () => runHook(writing, () => hooks.beforeUpdate?.({ before, values }, writing));
      const wanted = (hooks.beforeUpdate && (await withRecord({ service, id }, hooked))) ?? values;
      const changes = changedFields(before, wanted);
      const names = Object.keys(changes);
      if (names.length === 0) continue;
      written.push({ service, id, values: Object.fromEntries(names.map((name) => [name, wanted[name]])) });
      all.push({ resource: resource.name, record: id, action: 'update', changes });
    }
    const write = (part: readonly NewValues[]) => updateValues(db, { service, records: part });
    await writeByHalves(db, { records: written, viewer: writing.actor.role, write });
    if (hooks.beforeUpdate) writing.em.clear();
  }
  await refuseCyclesAmong(db, { service, ids: all.map(({ record }) => record) });
  return all;
}
