import { type RawBuilder, sql } from 'kysely';
import type { RecordChange } from '#backend/database/history.ts';
import { timeAfter, transactionTime } from '#backend/database/time.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { requireTimeLeft } from '#backend/kernel/http/request-context.ts';
import { runHook, type WriteContext } from '../hooks.ts';
import { kyselyOf } from '../operations/write.ts';
import type { ResourceService } from '../resource-service.ts';
import { atRecord, withRecord, writeByHalves } from './failed-record.ts';
import { inChunks, readRecords } from './read-records.ts';

interface Records {
  readonly service: ResourceService;
  readonly ids: readonly string[];
}

/**
 * Archives locked records inside a transaction, by the rules for a deletion, and returns the changes for the history.
 * Nothing that refers to them changes.
 *
 * @throws ApiError with the record at fault.
 */
export const archiveRecords = (writing: WriteContext, records: Records): Promise<RecordChange[]> =>
  move(writing, { ...records, action: 'archive', hook: 'beforeDelete' });

/**
 * Restores locked records from the archive inside a transaction, by the rules for new ones, and returns the changes for
 * the history. They keep their values, whatever a hook returns.
 *
 * @throws ApiError with the record at fault; CONFLICT where a value is taken meanwhile.
 */
export const unarchiveRecords = (writing: WriteContext, records: Records): Promise<RecordChange[]> =>
  move(writing, { ...records, action: 'restore', hook: 'beforeCreate' });

interface Move extends Records {
  readonly action: 'archive' | 'restore';
  readonly hook: 'beforeDelete' | 'beforeCreate';
}

/** Where the resource has a hook, the records are written one after the other, so that it sees those before. */
async function move(writing: WriteContext, { service, ids, action, hook }: Move): Promise<RecordChange[]> {
  const db = kyselyOf(writing);
  const hasHook = service.hooks[hook] !== undefined;
  const archivedAt = action === 'archive' ? transactionTime : sql`null`;
  for (const some of inChunks(ids, hasHook ? 1 : undefined)) {
    await requireTimeLeft();
    const items = await readRecords(db, { service, ids: some });
    for (const id of some) {
      const before = items.get(id);
      if (!before) throw atRecord(new ApiError('NOT_FOUND'), { service, id });
      await withRecord({ service, id }, async () => {
        await runHook<unknown>(writing, () => service.hooks[hook]?.(before, writing));
      });
    }
    const write = (part: readonly { id: string }[]) =>
      setArchived(writing, { service, ids: part.map(({ id }) => id), archivedAt });
    const records = some.map((id) => ({ service, id }));
    await writeByHalves(db, { records, viewer: writing.actor, write });
    if (hasHook) writing.em.clear();
  }
  return ids.map((record) => ({ resource: service.resource.name, record, action, changes: {} }));
}

async function setArchived(
  writing: WriteContext,
  { service, ids, archivedAt }: Records & { archivedAt: RawBuilder<unknown> },
): Promise<void> {
  await sql`update ${sql.table(service.resource.table)}
    set archived_at = ${archivedAt}, updated_at = ${timeAfter(sql.ref('updated_at'))}
    where id = any(${ids}::uuid[])`.execute(kyselyOf(writing));
}
