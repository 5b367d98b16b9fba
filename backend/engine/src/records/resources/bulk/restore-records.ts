import type { RecordChange } from '#backend/database/history.ts';
import { requireTimeLeft } from '#backend/kernel/http/request-context.ts';
import { runHook, type WriteContext } from '../hooks.ts';
import { refuseCyclesAmong } from '../operations/own-ancestor.ts';
import { changedFields, referenceIds } from '../operations/recorded-values.ts';
import { kyselyOf, readerOf } from '../operations/write.ts';
import { WriteCheck } from '../operations/write-check.ts';
import type { ResourceService } from '../resource-service.ts';
import { withRecord, writeByHalves } from './failed-record.ts';
import { inChunks } from './read-records.ts';
import { inReferenceOrder } from './reference-order.ts';
import { insertValues, type NewValues } from './write-values.ts';

/** A deleted record with the values that it had. */
export interface Restored extends NewValues {
  readonly service: ResourceService;
  /** Whether the user deletes or restores the record, rather than what came along with another one. */
  readonly isOrigin: boolean;
  /** When it was created; entries of deletions before there was such a value lack it. */
  readonly createdAt?: string;
}

/**
 * Inserts deleted records again with their ids, each by the rules for a new one, and returns the changes for
 * the history. Records come after those that they refer to, so that a hook sees these.
 *
 * @throws ApiError with the record at fault.
 */
export async function restoreRecords(
  writing: WriteContext,
  records: readonly Restored[],
): Promise<RecordChange[]> {
  const db = kyselyOf(writing);
  const byId = new Map(records.map((record) => [record.id, record]));
  const { ordered, cyclic } = inReferenceOrder(records, ({ service, values }) =>
    Object.keys(service.resource.fields).flatMap((name) => {
      const isReference = service.resource.fields[name]?.to !== undefined;
      return isReference ? referenceIds(values[name]).flatMap((id) => byId.get(id) ?? []) : [];
    }),
  );
  const pending = records.map(({ id }) => id);
  const changes: RecordChange[] = [];
  const write = async (some: readonly Restored[]) => {
    await requireTimeLeft();
    await writeByHalves(db, {
      records: some,
      viewer: writing.actor,
      write: (part) => insertValues(db, part),
    });
    for (const { service, id, values } of some)
      changes.push({
        ...{ resource: service.resource.name, record: id, action: 'create' },
        changes: changedFields(service.resource, { before: {}, after: values }),
      });
  };
  // A hook must see the records before, so that what it is called for is written at once.
  const waiting: Restored[] = [];
  for (const record of ordered) {
    const { beforeCreate } = record.service.hooks;
    if (beforeCreate) await write(waiting.splice(0));
    waiting.push(await afterHook(writing, { ...record, pending }));
    if (beforeCreate) await write(waiting.splice(0));
  }
  for (const some of inChunks(waiting.splice(0))) await write(some);
  for (const record of cyclic) waiting.push(await afterHook(writing, { ...record, pending }));
  await write(waiting);
  for (const [service, some] of Map.groupBy(records, (record) => record.service))
    await refuseCyclesAmong(db, { service, ids: some.map(({ id }) => id) });
  return changes;
}

interface Hooked {
  /** The ids of all records that are restored together. */
  readonly pending: readonly string[];
}

/** Checks a record of the user, runs its hook, and checks what the hook has made of it. References it had may stay. */
async function afterHook(
  writing: WriteContext,
  { pending, ...record }: Restored & Hooked,
): Promise<Restored> {
  const { service, values, isOrigin } = record;
  if (!service.hooks.beforeCreate) return record;
  const check = new WriteCheck(
    { service, actor: writing.actor, read: readerOf(kyselyOf(writing)) },
    { pending },
  );
  const changed = await withRecord(record, async () => {
    if (isOrigin) await check.require({ values, known: values });
    const hooked = await runHook(writing, () => service.hooks.beforeCreate?.(values, writing));
    if (isOrigin && hooked) await check.require({ values: hooked, known: values });
    return hooked;
  });
  writing.em.clear();
  return { ...record, values: changed ?? values };
}
