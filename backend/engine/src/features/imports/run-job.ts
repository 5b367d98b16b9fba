import { fieldError } from '@bindery/contract/records/validation.ts';
import type { Database, Transaction } from '#backend/database/connection.ts';
import { Cancelled, Superseded } from '#backend/features/batches/stored-work.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import type { JobContext } from '#backend/kernel/jobs/job-queue.ts';
import type { WriteContext } from '#backend/records/resources/hooks.ts';
import type { ResourceService } from '#backend/records/resources/resource-service.ts';
import { kyselyOf, withTransaction } from '#backend/records/resources/stages/session.ts';
import { runWrite } from '#backend/records/resources/write/write-changes.ts';
import { checkRecords } from './check-records.ts';
import type { ImportPlan } from './plan.ts';
import { type FileRecord, readCsvRecords } from './read-records.ts';
import {
  addInvalidRows,
  changeImport,
  findImport,
  readChunks,
  readInvalidRows,
  type StoredImport,
} from './store.ts';
import { type Written, writeRecords } from './write-records.ts';

/**
 * Returns the plan of an import for its user's current state: call it before each portion of the file.
 * @throws ActorGone if the user may not continue; ApiError FORBIDDEN without the right to import.
 */
export type PlanNow = (db: Database['kysely'] | Transaction) => Promise<ImportPlan>;

/** An import that a job checks or runs. */
export interface RunningImport {
  readonly stored: StoredImport;
  readonly service: ResourceService;
  readonly planNow: PlanNow;
  readonly context: JobContext;
}

/** @throws Cancelled if the user has cancelled the import, or the server stops. */
export async function requireNotCancelled(
  database: Database,
  { id, signal }: { id: string; signal: AbortSignal },
) {
  signal.throwIfAborted();
  const current = await findImport(database.kysely, { id });
  if (!current || current.isCancelled) throw new Cancelled();
}

/** Imports the records of a checked file: all in one transaction, or batch by batch the valid ones. */
export async function runImport(database: Database, running: RunningImport): Promise<void> {
  const { service, planNow } = running;
  const { actor } = await planNow(database.kysely);
  const write = () =>
    running.stored.mode === 'all'
      ? importAll(database, { ...running, actor })
      : importValid(database, running);
  await runWrite({ service, actor }, { counted: [service.resource.name], write });
}

/** Aborts the transaction of an import in which a record was rejected. */
class Rejected extends Error {
  override name = 'Rejected';
  readonly rows: Written['rejected'];

  constructor(rows: Written['rejected']) {
    super('A record was rejected');
    this.rows = rows;
  }
}

/** All or nothing. The state changes in the same transaction, so a second run of the job would do nothing. */
async function importAll(
  database: Database,
  { stored, service, planNow, context, actor }: RunningImport & { actor: Actor },
): Promise<void> {
  const { id, delimiter } = stored;
  // PGlite has one connection, which the transaction holds: everything else waits until it ends.
  const isAlone = database.engine === 'pglite';
  const counts = { done: 0, created: 0, updated: 0 };
  const work = async (writing: WriteContext) => {
    const db = kyselyOf(writing);
    for await (const records of readCsvRecords(readChunks(db, id), delimiter)) {
      if (isAlone) context.signal.throwIfAborted();
      else await requireNotCancelled(database, { id, signal: context.signal });
      const plan = await planNow(db);
      const portion = { ...writing, actor: plan.actor };
      const { created, updated, rejected } = await writeBatch(portion, { plan, records });
      if (rejected.length > 0) throw new Rejected(rejected);
      counts.done += records.length;
      counts.created += created;
      counts.updated += updated;
      writing.em.clear();
      if (!isAlone) await changeImport(database.kysely, { id, done: counts.done });
    }
    const isMine = await changeImport(db, { id, ...counts, state: 'done', from: ['importing'] });
    if (!isMine) throw new Superseded();
  };
  try {
    await withTransaction({ service, actor, batch: id }, work);
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    await addInvalidRows(database.kysely, { importId: id, rows: error.rows });
    await changeImport(database.kysely, {
      id,
      state: 'checked',
      done: 0,
      invalid: stored.invalid + error.rows.length,
      error: fieldError('file', 'errors.importChanged'),
    });
  }
}

/** A batch is a transaction with its position in the file, where a restart continues. Empty lines count. */
async function importValid(
  database: Database,
  { stored, service, planNow, context }: RunningImport,
): Promise<void> {
  const { id, delimiter } = stored;
  let { done, created, updated, invalid } = stored;
  for await (const records of readCsvRecords(readChunks(database.kysely, id), delimiter)) {
    const last = records.at(-1)!.number;
    if (last <= done) continue;
    await requireNotCancelled(database, { id, signal: context.signal });
    const plan = await planNow(database.kysely);
    await withTransaction({ service, actor: plan.actor, batch: id }, async (writing) => {
      const db = kyselyOf(writing);
      const rest = await withoutInvalidRows(db, { id, records });
      const written = await writeBatch(writing, { plan, records: rest });
      await addInvalidRows(db, { importId: id, rows: written.rejected });
      created += written.created;
      updated += written.updated;
      invalid += written.rejected.length;
      const change = { done: last, created, updated, invalid };
      if (!(await changeImport(db, { id, ...change, from: ['importing'], at: done }))) throw new Superseded();
      done = last;
    });
  }
  await changeImport(database.kysely, { id, done: stored.total, state: 'done', from: ['importing'] });
}

async function withoutInvalidRows(
  db: Transaction,
  { id, records }: { id: string; records: readonly FileRecord[] },
): Promise<FileRecord[]> {
  const [after, upTo] = [records[0]!.number - 1, records.at(-1)!.number];
  const invalid = await readInvalidRows(db, { importId: id, after, upTo, limit: records.length });
  const numbers = new Set(invalid.map(({ number }) => number));
  return records.filter(({ number }) => !numbers.has(number));
}

/** Checks a batch again, because records may have changed since the dry run, and writes the valid ones. */
async function writeBatch(
  writing: WriteContext,
  { plan, records }: { plan: ImportPlan; records: readonly FileRecord[] },
): Promise<Written> {
  const checked = await checkRecords(kyselyOf(writing), { plan, records });
  const isWrong = ({ errors }: { errors: object }) => Object.keys(errors).length > 0;
  const written = await writeRecords(writing, {
    plan,
    records: checked.filter((record) => !isWrong(record)),
  });
  return { ...written, rejected: [...checked.filter(isWrong), ...written.rejected] };
}
