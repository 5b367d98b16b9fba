import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@bindery/contract/schema/fields/date.ts';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '#backend/database/connection.ts';
import { transactionTime } from '#backend/database/time.ts';
import { logger } from '#backend/logging/logger.ts';
import { storageKey } from './storage/key.ts';
import type { FileStorage } from './storage/storage.ts';

interface Sweeping {
  readonly database: Pick<Database, 'kysely'>;
  readonly storage: FileStorage;
  readonly resources: AllResources;
  /** How many days the history, which can restore a file, is stored; undefined for forever. */
  readonly historyDays: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The age at which a file that no record references is removed. */
const PENDING = sql`now() - interval '24 hours'`;
/** The number of files per turn. */
const PORTION = 200;
/** A record has referenced the file since the query: RESTRICT and NO ACTION. */
const IN_USE: readonly unknown[] = ['23001', '23503'];

/**
 * Removes unused files: those that no record references within a day, and those without a record whose
 * changes the history has forgotten. Concurrent writes are safe: a field's foreign key prevents the deletion.
 */
export async function sweepFiles({
  database,
  storage,
  resources,
  historyDays,
  signal,
}: Sweeping): Promise<void> {
  const db = database.kysely;
  const used = isUsed(resources);
  await deleteFiles(db, sql`attached_at is null and created_at < ${PENDING} and not ${used}`);
  await sql`update files set unused_since = null where unused_since is not null and ${used}`.execute(db);
  await sql`update files set unused_since = now()
    where attached_at is not null and unused_since is null and not ${used}`.execute(db);
  if (historyDays !== undefined)
    await deleteFiles(db, sql`unused_since < now() - make_interval(days => ${historyDays}) and not ${used}`);
  await removeDeleted(db, { storage, signal });
  await removeUnfinished(storage);
}

/** Returns the SQL predicate that some record references the file. */
function isUsed(resources: Sweeping['resources']): RawBuilder<boolean> {
  const uses = Object.values(resources).flatMap(({ table, fields }) =>
    Object.values(fields)
      .filter(({ upload }) => upload)
      .map(
        ({ column }) =>
          sql`exists (select 1 from ${sql.table(table)} as record where ${sql.ref(`record.${column}`)} = files.id)`,
      ),
  );
  return uses.length === 0 ? sql`false` : sql`(${sql.join(uses, sql` or `)})`;
}

/** Deletes files one by one: one in use does not prevent the others. Records what stays in the storage. */
async function deleteFiles(db: Transaction, predicate: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from files where ${predicate} order by id limit ${sql.lit(PORTION)}`.execute(db);
  for (const { id } of rows)
    await sql`
      with deleted as (delete from files where id = ${id} and ${predicate} returning id, thumbnails)
      insert into file_removals (id, thumbnails, created_at)
      select id, thumbnails, ${transactionTime} from deleted`
      .execute(db)
      .catch((error: { code?: unknown }) => {
        if (!IN_USE.includes(error.code)) throw error;
      });
}

async function removeDeleted(
  db: Transaction,
  { storage, signal }: Pick<Sweeping, 'storage' | 'signal'>,
): Promise<void> {
  const { rows } = await sql<{ id: string; thumbnails: number[] }>`
    select id, thumbnails from file_removals order by created_at limit ${sql.lit(PORTION)}`.execute(db);
  for (const { id, thumbnails } of rows) {
    if (signal?.aborted) return;
    for (const variant of ['original', ...thumbnails]) await storage.remove(storageKey(id, variant));
    await sql`delete from file_removals where id = ${id}`.execute(db);
  }
  if (rows.length > 0) logger.info({ files: rows.length }, 'unused files removed');
}

/** Removes the leftovers of uploads whose server stopped. */
async function removeUnfinished({ workFolder }: FileStorage): Promise<void> {
  const names = await readdir(workFolder).catch(() => []);
  for (const name of names) {
    const path = join(workFolder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true });
  }
}
