import { fieldError } from '@bindery/contract/records/validation.ts';
import type { FindStoredActor } from '#backend/access/sessions/stored-actor.ts';
import type { Database, Transaction } from '#backend/database/connection.ts';
import { Cancelled, failureOf, RETRIES, Superseded } from '#backend/features/batches/stored-work.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { Job, JobContext, JobQueue } from '#backend/kernel/jobs/job-queue.ts';
import type { ResourceService, ResourceServices } from '#backend/records/resources/resource-service.ts';
import {
  connectionWithin,
  type WriteConnection,
  withTransaction,
} from '#backend/records/resources/stages/write-connection.ts';
import { runWrite } from '#backend/records/resources/write/write-changes.ts';
import { checkRecords } from './check-records.ts';
import { rejection } from './checked-record.ts';
import { createImportPlan, type ImportPlan } from './plan.ts';
import { type FileRecord, readCsvRecords } from './read-records.ts';
import {
  addInvalidRows,
  changeImport,
  clearFindings,
  clearKeys,
  findImport,
  readChunks,
  readInvalidRows,
  type StoredImport,
} from './store.ts';
import { rehearse, type WrittenBatch, writeRecords } from './write-records.ts';

/** The jobs of imports: the dry run, and the import itself. */
export interface ImportJobs {
  readonly check: Job<ImportPayload>;
  readonly run: Job<ImportPayload>;
}

interface ImportPayload {
  readonly importId: string;
}

interface Parts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly services: ResourceServices;
  readonly findActor: FindStoredActor;
}

/** Registers the jobs of imports. */
export function registerImportJobs({ queue, ...parts }: Parts): ImportJobs {
  const register = (name: string, work: Pick<Work, 'state' | 'run'>): Job<ImportPayload> => {
    const job: Job<ImportPayload> = {
      name,
      retries: RETRIES,
      run: ({ importId }, context) => runJob(parts, { ...work, importId, context }),
    };
    queue.register(job);
    return job;
  };
  return {
    check: register('import-check', { state: 'checking', run: checkImport }),
    run: register('import-run', { state: 'importing', run: runImport }),
  };
}

interface Work {
  readonly importId: string;
  readonly context: JobContext;
  /** The state in which the job has something to do. */
  readonly state: 'checking' | 'importing';
  readonly run: (database: Database, running: RunningImport) => Promise<void>;
}

/** An import that a job checks or runs. */
interface RunningImport {
  readonly stored: StoredImport;
  readonly service: ResourceService;
  /**
   * Returns the plan of the import for its user's current state: call it before each portion of the file.
   * @throws ActorGone if the user may not continue; ApiError FORBIDDEN without the right to import.
   */
  readonly planNow: (db: Database['kysely'] | Transaction) => Promise<ImportPlan>;
  readonly context: JobContext;
}

/** Runs a job of an import; an expected error stops it with a message for the user. */
async function runJob(
  { database, services, findActor }: Omit<Parts, 'queue'>,
  { importId: id, context, state, run }: Work,
): Promise<void> {
  const db = database.kysely;
  const stored = await findImport(db, { id });
  if (stored?.state !== state) return;
  try {
    const service = services.get(stored.resource);
    if (!service) throw new ApiError('FORBIDDEN');
    const planNow: RunningImport['planNow'] = async (now) => {
      const actor = await findActor(now, stored);
      return createImportPlan(service, { ...stored, mapping: stored.mapping ?? [], actor });
    };
    await run(database, { stored, service, planNow, context });
  } catch (error) {
    if (error instanceof Superseded) return;
    const failure = failureOf(error, { signal: context.signal, name: 'file', id });
    if (!failure) return void (await changeImport(db, { id, state: 'cancelled', from: [state] }));
    const reported = failure.details.errors?.file?.[0] ?? rejection('file', failure);
    await changeImport(db, { id, state: 'failed', error: reported, from: [state] });
  }
}

/** @throws Cancelled if the user has cancelled the import; the abort's reason if the server stops. */
async function requireNotCancelled(
  database: Database,
  { stored: { id }, context: { signal } }: RunningImport,
): Promise<void> {
  signal.throwIfAborted();
  const current = await findImport(database.kysely, { id });
  if (!current || current.isCancelled) throw new Cancelled();
}

/**
 * Checks every record of a file without changing anything, and stores the invalid ones: each portion is
 * written as the import would write it, with all hooks, in a transaction that is rolled back.
 */
async function checkImport(database: Database, running: RunningImport): Promise<void> {
  const { id, delimiter } = running.stored;
  const db = database.kysely;
  await clearFindings(db, id);
  let [done, invalid, created, updated] = [0, 0, 0, 0];
  for await (const records of readCsvRecords(readChunks(db, id), delimiter)) {
    await requireNotCancelled(database, running);
    const plan = await running.planNow(db);
    const checked = await checkRecords(db, { plan, records, importId: id });
    const written = await rehearse(id, { plan, records: checked });
    await addInvalidRows(db, { importId: id, rows: written.rejected });
    done += records.length;
    invalid += written.rejected.length;
    updated += written.updated;
    created += written.created;
    await changeImport(db, { id, done, invalid, created, updated });
  }
  await clearKeys(db, id);
  await changeImport(db, { id, total: done, state: 'checked', from: ['checking'] });
}

/** Imports the records of a checked file: all in one transaction, or batch by batch the valid ones. */
async function runImport(database: Database, running: RunningImport): Promise<void> {
  const { service, stored, planNow } = running;
  const { actor } = await planNow(database.kysely);
  const write = () =>
    stored.mode === 'all' ? importAll(database, { ...running, actor }) : importValid(database, running);
  await runWrite({ service, actor }, { counted: [service.resource.name], write });
}

/** Aborts the transaction of an import in which a record was rejected. */
class Rejected extends Error {
  override name = 'Rejected';
  readonly rows: WrittenBatch['rejected'];

  constructor(rows: WrittenBatch['rejected']) {
    super('A record was rejected');
    this.rows = rows;
  }
}

/** All or nothing. The state changes in the same transaction, so a second run of the job would do nothing. */
async function importAll(
  database: Database,
  { actor, ...running }: RunningImport & { actor: Actor },
): Promise<void> {
  const { stored, service, planNow, context } = running;
  const { id, delimiter } = stored;
  // PGlite has one connection, which the transaction holds: everything else waits until it ends.
  const isAlone = database.engine === 'pglite';
  const counts = { done: 0, created: 0, updated: 0 };
  const work = async (connection: WriteConnection) => {
    const { db } = connection;
    for await (const records of readCsvRecords(readChunks(db, id), delimiter)) {
      if (isAlone) context.signal.throwIfAborted();
      else await requireNotCancelled(database, running);
      const plan = await planNow(db);
      const portion = connectionWithin({ ...connection.transaction, actor: plan.actor });
      const { created, updated, rejected } = await checkAndWrite(portion, { plan, records });
      if (rejected.length > 0) throw new Rejected(rejected);
      counts.done += records.length;
      counts.created += created;
      counts.updated += updated;
      connection.transaction.em.clear();
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
async function importValid(database: Database, running: RunningImport): Promise<void> {
  const { stored, service, planNow } = running;
  const { id, delimiter } = stored;
  let { done, created, updated, invalid } = stored;
  for await (const records of readCsvRecords(readChunks(database.kysely, id), delimiter)) {
    const last = records.at(-1)!.number;
    if (last <= done) continue;
    await requireNotCancelled(database, running);
    const plan = await planNow(database.kysely);
    await withTransaction({ service, actor: plan.actor, batch: id }, async (connection) => {
      const { db } = connection;
      const rest = await withoutInvalidRows(db, { id, records });
      const written = await checkAndWrite(connection, { plan, records: rest });
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
const checkAndWrite = async (
  connection: WriteConnection,
  { plan, records }: { plan: ImportPlan; records: readonly FileRecord[] },
): Promise<WrittenBatch> =>
  writeRecords(connection, { plan, records: await checkRecords(connection.db, { plan, records }) });
