import type { Database, Transaction } from '#backend/database/connection.ts';
import { Cancelled } from '#backend/features/batches/stored-work.ts';
import type { JobContext } from '#backend/kernel/jobs/job.ts';
import type { ResourceService } from '#backend/records/resources/resource-service.ts';
import type { ImportPlan } from './plan.ts';
import { findImport, type StoredImport } from './store.ts';

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
