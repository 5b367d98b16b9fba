import type { FindStoredActor } from '#backend/access/sessions/stored-actor.ts';
import type { Database } from '#backend/database/connection.ts';
import { failureOf, RETRIES, Superseded } from '#backend/features/batches/stored-work.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { Job, JobContext, JobQueue } from '#backend/kernel/jobs/job-queue.ts';
import type { ResourceServices } from '#backend/records/resources/resource-service.ts';
import { checkRecords } from './check-records.ts';
import { rejection } from './checked-record.ts';
import { createImportPlan } from './plan.ts';
import { readCsvRecords } from './read-records.ts';
import { type PlanNow, type RunningImport, requireNotCancelled, runImport } from './run-job.ts';
import { addInvalidRows, changeImport, clearFindings, clearKeys, findImport, readChunks } from './store.ts';
import { rehearse } from './write-records.ts';

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
  const check: Job<ImportPayload> = {
    name: 'import-check',
    retries: RETRIES,
    run: ({ importId }, context) => work(parts, { importId, context, state: 'checking', run: checkImport }),
  };
  const run: Job<ImportPayload> = {
    name: 'import-run',
    retries: RETRIES,
    run: ({ importId }, context) => work(parts, { importId, context, state: 'importing', run: runImport }),
  };
  queue.register(check);
  queue.register(run);
  return { check, run };
}

interface Work {
  readonly importId: string;
  readonly context: JobContext;
  /** The state in which the job has something to do. */
  readonly state: 'checking' | 'importing';
  readonly run: (database: Database, work: RunningImport) => Promise<void>;
}

/** Runs a job of an import; an expected error stops it with a message for the user. */
async function work(
  { database, services, findActor }: Omit<Parts, 'queue'>,
  { importId: id, context, state, run }: Work,
): Promise<void> {
  const db = database.kysely;
  const stored = await findImport(db, { id });
  if (stored?.state !== state) return;
  try {
    const service = services.get(stored.resource);
    if (!service) throw new ApiError('FORBIDDEN');
    const planNow: PlanNow = async (now) => {
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

/**
 * Checks every record of a file without changing anything, and stores the invalid ones: each portion is
 * written as the import would write it, with all hooks, in a transaction that is rolled back.
 */
async function checkImport(
  database: Database,
  { stored, service, planNow, context }: RunningImport,
): Promise<void> {
  const { id, delimiter } = stored;
  const db = database.kysely;
  await clearFindings(db, id);
  let [done, invalid, created, updated] = [0, 0, 0, 0];
  for await (const records of readCsvRecords(readChunks(db, id), delimiter)) {
    await requireNotCancelled(database, { id, signal: context.signal });
    const plan = await planNow(db);
    const checked = await checkRecords(db, { plan, records, importId: id });
    const fitting = checked.filter(({ errors }) => Object.keys(errors).length === 0);
    const rejected = await rehearse({ service, actor: plan.actor, batch: id }, { plan, records: fitting });
    const rows = [...checked.filter((record) => !fitting.includes(record)), ...rejected];
    await addInvalidRows(db, { importId: id, rows });
    const numbers = new Set(rows.map(({ number }) => number));
    const right = fitting.filter(({ number }) => !numbers.has(number));
    done += records.length;
    invalid += rows.length;
    updated += right.filter(({ target }) => target !== undefined).length;
    created += right.filter(({ target }) => target === undefined).length;
    await changeImport(db, { id, done, invalid, created, updated });
  }
  await clearKeys(db, id);
  await changeImport(db, { id, total: done, state: 'checked', from: ['checking'] });
}
