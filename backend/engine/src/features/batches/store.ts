import type { BatchJob } from '@bindery/contract/records/batch-jobs.ts';
import { sql } from 'kysely';
import { actorColumns, STORED_ACTOR, type StoredActor } from '#backend/access/sessions/stored-actor.ts';
import type { Database, Transaction } from '#backend/database/connection.ts';
import { transactionTime } from '#backend/database/time.ts';
import type { PortionAction } from '#backend/records/resources/bulk/bulk.ts';
import type { RequestedRows } from '#backend/records/resources/query/scope.ts';
import { changeWork } from './stored-work.ts';

/** The action of a batch job on each of its records. */
type BatchWork =
  | (PortionAction & { readonly rows: RequestedRows })
  | { readonly action: 'undo'; readonly batch: string };

/** A batch job as the database stores it. */
export interface StoredBatchJob extends Omit<BatchJob, 'undoes' | 'createdAt'>, StoredActor {
  readonly work: BatchWork;
  readonly portion: number;
  readonly isCancelled: boolean;
  readonly createdAt: Date | string;
}

const COLUMNS = sql`id, kind, resource, ${STORED_ACTOR}, work, state, total, portion, done, changed, skipped,
  is_cancelled as "isCancelled", error, created_at as "createdAt"`;

/** How long the result of a job is shown to its user, unless they dismiss it. */
const SHOWN = sql`interval '1 day'`;
/** The maximum number of jobs in a response. */
const MAX_SHOWN = 20;

/** Adds a job, whose records are added next. */
export async function addBatchJob(
  db: Transaction,
  given: StoredActor & Pick<StoredBatchJob, 'id' | 'kind' | 'resource' | 'work'>,
): Promise<void> {
  const { id, kind, resource, work } = given;
  const values = {
    id,
    kind,
    resource,
    ...actorColumns(given),
    work: JSON.stringify(work),
    state: 'running',
    total: 0,
    created_at: transactionTime,
  };
  await db.insertInto('batch_jobs').values(values).execute();
}

/** Returns a job of a user; undefined for another user's job. */
export async function findBatchJob(
  db: Transaction,
  { id, actorId }: { id: string; actorId?: string },
): Promise<StoredBatchJob | undefined> {
  const { rows } = await sql<StoredBatchJob>`select ${COLUMNS} from batch_jobs where id = ${id}`.execute(db);
  return rows.find((row) => actorId === undefined || row.actorId === actorId);
}

/** Returns the jobs of a user that are running, or whose result they have not dismissed, the newest first. */
export async function listBatchJobs(db: Transaction, actorId: string): Promise<StoredBatchJob[]> {
  const { rows } = await sql<StoredBatchJob>`
    select ${COLUMNS} from batch_jobs
    where actor_id = ${actorId} and not is_dismissed and (state = 'running' or ended_at > now() - ${SHOWN})
    order by created_at desc, id desc limit ${MAX_SHOWN}`.execute(db);
  return rows;
}

/** Returns the running imports of a user as jobs, the newest first. */
export async function listRunningImports(db: Transaction, actorId: string): Promise<BatchJob[]> {
  const { rows } = await sql<
    Pick<BatchJob, 'id' | 'kind' | 'resource' | 'done' | 'total' | 'changed' | 'createdAt'>
  >`
    select id, case state when 'checking' then 'check' else 'import' end as kind, resource,
           least(done, total) as done, total, case state when 'checking' then 0 else created + updated end as changed,
           created_at as "createdAt"
    from imports where actor_id = ${actorId} and state in ('checking', 'importing')
    order by created_at desc limit ${MAX_SHOWN}`.execute(db);
  return rows.map((row) => ({
    ...row,
    undoes: null,
    state: 'running',
    skipped: 0,
    error: null,
    createdAt: new Date(row.createdAt).toISOString(),
  }));
}

/** Dismisses the results of a user's finished jobs, which the next job replaces. */
export async function dismissDone(db: Transaction, actorId: string): Promise<void> {
  await db
    .updateTable('batch_jobs')
    .set({ is_dismissed: true })
    .where('actor_id', '=', actorId)
    .where('state', '=', 'done')
    .execute();
}

/** Returns whether a job is currently writing or undoing a batch. */
export async function isBatchBusy(db: Transaction, batch: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from batch_jobs where state = 'running' and (id = ${batch} or work ->> 'batch' = ${batch})
    union all select 1 from imports where id = ${batch} and state = 'importing'`.execute(db);
  return rows.length > 0;
}

/** Returns whether an undo of a batch has been started, even if it has not finished. */
export async function isBatchUndone(db: Transaction, batch: string): Promise<boolean> {
  const { rows } = await sql`select 1 from batch_jobs where work ->> 'batch' = ${batch}`.execute(db);
  return rows.length > 0;
}

/** The columns that change while a job runs. */
type Change = Partial<
  Pick<StoredBatchJob, 'state' | 'total' | 'portion' | 'done' | 'changed' | 'skipped' | 'error'>
> & { readonly isCancelled?: boolean; readonly isDismissed?: boolean; readonly actor?: StoredActor };

/** Changes a job if it is in one of the states, and at the given portion, if any; returns whether it was. */
export async function changeBatchJob(
  db: Transaction,
  change: Change & { id: string; from?: readonly string[]; at?: number },
): Promise<boolean> {
  const { state } = change;
  const endedAt = state === undefined ? undefined : state === 'running' ? null : sql`now()`;
  return changeWork(db, { table: 'batch_jobs', position: 'portion' }, { ...change, endedAt });
}

/** Returns the records or changes of a portion. */
export async function readPortion(
  db: Transaction,
  { id, portion }: { id: string; portion: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('batch_job_records')
    .select('record_id')
    .where('job_id', '=', id)
    .where('portion', '=', portion)
    .orderBy('record_id')
    .execute();
  return rows.map((row) => String(row.record_id));
}

/** Deletes the records of a job, which only a resumable job needs. */
export async function clearPortions(db: Transaction, id: string): Promise<void> {
  await db.deleteFrom('batch_job_records').where('job_id', '=', id).execute();
}

/** Deletes jobs that are older than a week; their changes remain in the history. */
export async function pruneBatchJobs({ execute }: Pick<Database, 'execute'>): Promise<void> {
  const sql = "delete from batch_jobs where created_at < now() - interval '7 days' and state <> 'running'";
  await execute({ sql, parameters: [] });
}

/** Returns the API representation of a job. */
export function toBatchJob(stored: StoredBatchJob): BatchJob {
  const { id, kind, resource, state, done, total, changed, skipped, error, work, createdAt } = stored;
  return {
    id,
    kind,
    resource,
    undoes: work.action === 'undo' ? work.batch : null,
    state,
    done,
    total,
    changed,
    skipped,
    error,
    createdAt: new Date(createdAt).toISOString(),
  };
}
