import type { BatchJob } from '@bindery/contract/records/batch-jobs.ts';
import { MAX_BATCH_SIZE } from '@bindery/contract/records/limits.ts';
import { sql } from 'kysely';
import { type FindStoredActor, toStoredActor } from '#backend/access/sessions/stored-actor.ts';
import type { Database, Transaction } from '#backend/database/connection.ts';
import { newId } from '#backend/database/id.ts';
import { actingId, isReadOnly, type UserActor } from '#backend/kernel/http/actor.ts';
import { ApiError, reasonAt } from '#backend/kernel/http/api-error.ts';
import type { Job, JobContext, JobQueue } from '#backend/kernel/jobs/job-queue.ts';
import { parseSelection } from '#backend/records/resources/bulk/selection.ts';
import { toApiError } from '#backend/records/resources/database-errors.ts';
import type { StartBulk } from '#backend/records/resources/endpoints/endpoints.ts';
import { actionOn } from '#backend/records/resources/query/scope.ts';
import type { ResourceServices } from '#backend/records/resources/resource-service.ts';
import { withLabel } from '#backend/records/resources/stages/failed-record.ts';
import { requireUndoable } from '#backend/records/resources/undo/undo.ts';
import type { KeyedRequest, Repeatable } from '#backend/records/resources/write/idempotency-key.ts';
import { type BatchSizes, storeSelected, storeUndone } from './select-records.ts';
import {
  addBatchJob,
  changeBatchJob,
  clearPortions,
  dismissDone,
  findBatchJob,
  isBatchBusy,
  isBatchUndone,
  listBatchJobs,
  listRunningImports,
  pruneBatchJobs,
  type StoredBatchJob,
  toBatchJob,
} from './store.ts';
import { Cancelled, failureOf, RETRIES, Superseded, startWork } from './stored-work.ts';
import { writeNext } from './write-next.ts';

const SIZES: BatchSizes = { atOnce: MAX_BATCH_SIZE, portion: 1_000, stored: 50_000 };

interface Parts {
  readonly database: Database;
  readonly services: ResourceServices;
  readonly queue: JobQueue;
  readonly findActor: FindStoredActor;
  readonly sizes?: BatchSizes | undefined;
}

interface Payload {
  readonly id: string;
}

/** Starts, resumes and stops batch jobs, for their users. */
export interface BatchJobs {
  /** Starts a job for a write of more records than one request may write; undefined if there are fewer. */
  readonly startBulk: StartBulk;
  /** Starts a job to undo a batch of many changes, or one that a job has written; undefined for others. */
  startUndo(undo: KeyedRequest<UserActor> & { batch: string }): Promise<BatchJob | undefined>;
  list(actor: UserActor): Promise<BatchJob[]>;
  /** @throws ApiError NOT_FOUND, also for a job of another user. */
  read(id: string, actor: UserActor): Promise<BatchJob>;
  cancel(id: string, actor: UserActor): Promise<BatchJob>;
  /**
   * Resumes a cancelled or failed job as the current actor.
   * @throws ApiError CONFLICT for other jobs, and for those whose changes have been undone.
   */
  resume(id: string, actor: UserActor): Promise<BatchJob>;
  /** Dismisses the result of a job. */
  dismiss(id: string, actor: UserActor): Promise<void>;
}

const conflict = (key: 'errors.batchBusy' | 'errors.batchEnded') =>
  new ApiError('CONFLICT', reasonAt('batch', key));

/** Creates the service that writes many records, and registers its job. */
export function createBatchJobs(parts: Parts): BatchJobs {
  const { database, services, queue, sizes = SIZES } = parts;
  const db = database.kysely;
  const job: Job<Payload> = {
    name: 'batch',
    retries: RETRIES,
    run: ({ id }, context) => runBatchJob(parts, { id, context }),
  };
  queue.register(job);
  const own = async (id: string, actor: UserActor): Promise<StoredBatchJob> => {
    const found = await findBatchJob(db, { id, actorId: actor.id });
    if (!found) throw new ApiError('NOT_FOUND');
    return found;
  };
  const read = async (id: string, actor: UserActor) => toBatchJob(await own(id, actor));
  const start = async (
    request: Repeatable & { readonly actor: UserActor },
    begin: (within: Transaction) => Promise<string>,
  ) => {
    const { actor } = request;
    await pruneBatchJobs(database);
    const id = await startWork(
      { database, queue },
      {
        ...request,
        job,
        payloadOf: (started) => ({ id: started }),
        begin: async (within) => {
          await dismissDone(within, actor.id);
          return begin(within);
        },
      },
    );
    return read(id, actor);
  };
  return {
    startBulk: async ({ service, body, actor, key }) => {
      const { select, ...action } = body;
      if ('ids' in select || select.count <= sizes.atOnce) return undefined;
      if (isReadOnly(actor)) throw new ApiError('API_KEY_READ_ONLY');
      const selected = parseSelection(service, { select, actor, action: body.action });
      const { rows } = selected;
      const { resource } = service;
      const kind = actionOn(resource, { action: body.action, rows });
      const work = { ...action, rows };
      const request = ['bulk', resource.name, JSON.stringify(body)];
      try {
        return await start({ actor, key, request }, async (within) => {
          const id = newId();
          await addBatchJob(within, { id, kind, resource: resource.name, work, ...toStoredActor(actor) });
          await storeSelected(within, selected, { job: id, sizes });
          await changeBatchJob(within, { id, total: select.count });
          return id;
        });
      } catch (error) {
        throw await withLabel(toApiError(error, { resource, actor }), { service, actor });
      }
    },
    startUndo: async ({ batch, actor, key }) => {
      const { rows } = await sql<{ total: number; resource: string; by_job: boolean }>`
        select count(*)::int as total, min(resource) as resource,
               exists (select 1 from batch_jobs where id = ${batch}) as by_job
        from history where batch = ${batch}`.execute(db);
      const { total, resource, by_job } = rows[0]!;
      if (total === 0 || (total <= sizes.atOnce && !by_job)) return undefined;
      if (isReadOnly(actor)) throw new ApiError('API_KEY_READ_ONLY');
      return start({ actor, key, request: ['undo', batch] }, async (within) => {
        await requireUndoable(within, { services, batch, actor });
        if (await isBatchBusy(within, batch)) throw conflict('errors.batchBusy');
        const id = newId();
        const work = { action: 'undo', batch } as const;
        await addBatchJob(within, { id, kind: 'undo', resource, work, ...toStoredActor(actor) });
        await storeUndone(within, { job: id, batch, sizes });
        // Its changes are being undone, so there is nothing left to resume.
        await changeBatchJob(within, { id: batch, isDismissed: true });
        await changeBatchJob(within, { id, total });
        return id;
      });
    },
    list: async (actor) => [
      ...(await listRunningImports(db, actor.id)),
      ...(await listBatchJobs(db, actor.id)).map(toBatchJob),
    ],
    read,
    cancel: async (id, actor) => {
      await own(id, actor);
      await changeBatchJob(db, { id, isCancelled: true, from: ['running'] });
      return read(id, actor);
    },
    resume: async (id, actor) => {
      const stored = await own(id, actor);
      // All its changes have one author, and only that author can undo them together.
      if (actingId(actor) !== (stored.impersonatorId ?? stored.actorId)) throw new ApiError('FORBIDDEN');
      await queue.start();
      await db.transaction().execute(async (within) => {
        const change = { state: 'running', isCancelled: false, isDismissed: false, error: null } as const;
        const from = ['failed', 'cancelled'];
        const isMine = await changeBatchJob(within, { id, ...change, actor: toStoredActor(actor), from });
        // After the row is locked: an undo that has just started has locked it too.
        if (!isMine || (await isBatchUndone(within, id))) throw conflict('errors.batchEnded');
        await queue.addWithin(within, job, { id });
      });
      await queue.wake(job);
      return read(id, actor);
    },
    dismiss: async (id, actor) => {
      await own(id, actor);
      await changeBatchJob(db, { id, isDismissed: true });
    },
  };
}

/** Writes all portions of a job in sequence, each with the current rights of its user. */
async function runBatchJob(
  { database, services, findActor }: Parts,
  { id, context: { signal } }: { id: string; context: JobContext },
): Promise<void> {
  const db = database.kysely;
  try {
    for (;;) {
      signal.throwIfAborted();
      const job = await findBatchJob(db, { id });
      if (job?.state !== 'running') return;
      if (job.isCancelled) throw new Cancelled();
      const service = services.get(job.resource);
      if (!service) throw new ApiError('FORBIDDEN');
      const actor = await findActor(db, job);
      if (await writeNext({ job, service, actor })) continue;
      return await db.transaction().execute(async (within) => {
        await changeBatchJob(within, { id, state: 'done', from: ['running'] });
        await clearPortions(within, id);
      });
    }
  } catch (error) {
    if (error instanceof Superseded) return;
    const failure = failureOf(error, { signal, name: 'batch', id });
    if (!failure) await changeBatchJob(db, { id, state: 'cancelled', from: ['running'] });
    else {
      const { code, message } = failure;
      const { errors, reason, record } = failure.details;
      const reported = { code, message, errors, reason, record } as BatchJob['error'];
      await changeBatchJob(db, { id, state: 'failed', error: reported, from: ['running'] });
    }
  }
}
