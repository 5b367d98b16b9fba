import type { BatchJob } from '@bindery/contract/records/batch-jobs.ts';
import { api } from '#frontend/shell/http/api.ts';
import { createIdempotencyKeys, type IdempotencyKeys, withKey } from '../refine/idempotency-keys.ts';
import { queryClient } from '../refine/query-client.ts';

/** The key of the query for the user's jobs. */
export const BATCH_JOBS = ['batch-jobs'];

/** Loads the user's jobs: those that are running, or whose result they have not dismissed. */
export const fetchBatchJobs = async (): Promise<BatchJob[]> => (await api.history.batchJobs()).body;

const listeners = new Set<(job?: BatchJob) => void>();

/**
 * Calls the listener whenever a job, or an import, is started on this page. Returns the unsubscribe function.
 */
export function onBatchJob(listener: (job?: BatchJob) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a job above the page. */
export function showBatchJob(job: BatchJob): void {
  queryClient.setQueryData<BatchJob[]>(BATCH_JOBS, (known = []) => [
    job,
    ...known.filter(({ id }) => id !== job.id),
  ]);
  for (const listener of listeners) listener(job);
}

/** Shows the running imports above other pages too. */
export function showImports(): void {
  void queryClient.invalidateQueries({ queryKey: BATCH_JOBS });
  for (const listener of listeners) listener();
}

/**
 * Undoes a batch. Resolves to whether it is done: a job, which is shown, undoes a large one.
 *
 * @throws HttpError
 */
export async function undoBatch(
  batch: string,
  keys: IdempotencyKeys = createIdempotencyKeys(),
): Promise<boolean> {
  const response = await api.history.undoBatch({ params: { batch }, ...withKey(keys, { undo: batch }) });
  if (response.status === 202) showBatchJob(response.body);
  return response.status === 200;
}
