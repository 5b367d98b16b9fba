import type { RecordChange } from '#backend/database/history.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { requireTimeLeft } from '#backend/kernel/http/request-context.ts';
import { claimFiles } from '../files/claim-files.ts';
import type { WriteContext } from '../hooks.ts';
import { keepHidden } from '../operations/keep-hidden.ts';
import { refuseCyclesAmong } from '../operations/own-ancestor.ts';
import { prepareValues } from '../operations/prepare-values.ts';
import { changedFields } from '../operations/recorded-values.ts';
import { findUnwritable } from '../operations/require-written.ts';
import { kyselyOf, readerOf, statementReader } from '../operations/write.ts';
import { WriteCheck } from '../operations/write-check.ts';
import type { RecordJson } from '../query/projection.ts';
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
  const hasHook = !skipsHooks && service.hooks.beforeUpdate !== undefined;
  const db = kyselyOf(writing);
  const all: RecordChange[] = [];
  for (const some of inChunks(records, hasHook ? 1 : undefined)) {
    await requireTimeLeft();
    const known = await readRecords(db, { service, ids: some.map(({ id }) => id) });
    const kept = skipsHooks ? some : await withHidden(writing, { service, known, records: some });
    const check = new WriteCheck({ service, actor: writing.actor, read: readerOf(db) });
    if (!skipsHooks)
      await check.requireTargets(some.map(({ id, values }) => ({ before: known.get(id), values })));
    const written: (NewValues & { service: ResourceService })[] = [];
    for (const { id, values } of kept) {
      const before = known.get(id);
      if (!before) throw atRecord(new ApiError('NOT_FOUND'), { service, id });
      const prepared = () => prepareValues(writing, { service, check, before, values });
      const wanted = skipsHooks ? values : await withRecord({ service, id }, prepared);
      const changes = changedFields(resource, { before, after: wanted });
      const names = Object.keys(changes);
      if (names.length === 0) continue;
      written.push({ service, id, values: Object.fromEntries(names.map((name) => [name, wanted[name]])) });
      all.push({ resource: resource.name, record: id, action: 'update', changes });
    }
    const write = async (part: readonly NewValues[]) => {
      await claimFiles(writing, { service, records: part });
      await updateValues(db, { service, records: part });
    };
    await writeByHalves(db, { records: written, viewer: writing.actor, write });
    if (!skipsHooks) await requireUpdated(writing, { service, written });
    if (hasHook) writing.em.clear();
  }
  await refuseCyclesAmong(db, { service, ids: all.map(({ record }) => record) });
  return all;
}

/** Returns the values with the references that the user may not read as they are. */
async function withHidden(
  writing: WriteContext,
  given: { service: ResourceService; known: ReadonlyMap<string, RecordJson>; records: readonly NewValues[] },
): Promise<NewValues[]> {
  const { service, known, records } = given;
  const query = statementReader(kyselyOf(writing));
  const changes = records.map(({ id, values }) => ({ before: known.get(id) ?? {}, values }));
  const kept = await keepHidden({ service, actor: writing.actor, query }, changes);
  return records.map(({ id }, index) => ({ id, values: kept[index]! }));
}

async function requireUpdated(
  writing: WriteContext,
  { service, written }: { service: ResourceService; written: readonly NewValues[] },
): Promise<void> {
  const { actor } = writing;
  const unwritable = await findUnwritable(kyselyOf(writing), {
    ...{ service, actor, action: 'update' },
    ids: written.map(({ id }) => id),
    changed: [...new Set(written.flatMap(({ values }) => Object.keys(values)))],
  });
  if (unwritable) throw atRecord(unwritable.error, { service, id: unwritable.id });
}
