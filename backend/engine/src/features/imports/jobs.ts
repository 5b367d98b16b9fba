import { fieldError } from '@bindery/contract/records/validation.ts';
import { ActorGone, findStoredActor } from '#backend/access/sessions/stored-actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { Job, JobContext } from '#backend/kernel/jobs/job.ts';
import type { JobQueue } from '#backend/kernel/jobs/job-queue.ts';
import { logger } from '#backend/logging/logger.ts';
import type { ResourceService, ResourceServices } from '#backend/records/resources/resource-service.ts';
import { checkImport } from './check-job.ts';
import { rejection } from './checked-record.ts';
import { createImportPlan } from './plan.ts';
import { runImport } from './run-job.ts';
import { Cancelled, type PlanNow, type RunningImport } from './running-import.ts';
import { changeImport, findImport, type StoredImport } from './store.ts';

/** The jobs of imports: the dry run, and the import itself. */
export interface ImportJobs {
  readonly check: Job<ImportPayload>;
  readonly run: Job<ImportPayload>;
}

interface ImportPayload {
  readonly importId: string;
}

/** Registers the jobs of imports. */
export function registerImportJobs(queue: JobQueue, services: ResourceServices): ImportJobs {
  const check: Job<ImportPayload> = {
    name: 'import-check',
    run: ({ importId }, context) =>
      work(services, { importId, context, state: 'checking', run: checkImport }),
  };
  const run: Job<ImportPayload> = {
    name: 'import-run',
    run: ({ importId }, context) => work(services, { importId, context, state: 'importing', run: runImport }),
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
  readonly run: (database: ResourceService['database'], work: RunningImport) => Promise<void>;
}

/** Runs a job of an import; an error that is no fault of the server ends it with a message for the user. */
async function work(services: ResourceServices, { importId: id, context, state, run }: Work): Promise<void> {
  const [any] = services.values();
  const database = any!.database;
  const db = database.kysely;
  const stored = await findImport(db, { id });
  if (stored?.state !== state) return;
  const fail = (error: StoredImport['error']) =>
    changeImport(db, { id, state: 'failed', error, from: [state] });
  try {
    const service = services.get(stored.resource);
    if (!service) throw new ApiError('FORBIDDEN');
    const { resources } = service;
    const planNow: PlanNow = async (now) => {
      const actor = await findStoredActor(now, { stored, resources });
      return createImportPlan(service, { ...stored, mapping: stored.mapping ?? [], actor });
    };
    await run(database, { stored, service, planNow, context });
  } catch (error) {
    if (error instanceof Cancelled) await changeImport(db, { id, state: 'cancelled', from: [state] });
    else if (context.signal.aborted) throw error;
    else if (error instanceof ActorGone) await fail(fieldError('file', error.key));
    else if (error instanceof ApiError && error.code === 'FORBIDDEN')
      await fail(fieldError('file', 'errors.actorRights'));
    else if (error instanceof ApiError && error.status < 500)
      await fail(error.details.errors?.file?.[0] ?? rejection('file', error));
    else {
      logger.error({ err: error, importId: id }, 'import failed');
      await fail(rejection('file', new ApiError('INTERNAL')));
    }
  }
}
