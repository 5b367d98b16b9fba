import type { BatchJob } from '@bindery/contract/records/batch-jobs.ts';
import type { BatchResult } from '@bindery/contract/records/resources/bulk.ts';
import { http } from '#frontend/shell/http/http.ts';
import { createIdempotencyKeys, type IdempotencyKeys, withKey } from './refine/idempotency-keys.ts';
import { queryClient } from './refine/query-client.ts';

/** The key of the query for the user's jobs. */
export const BATCH_JOBS = ['batch-jobs'];

/** Loads the user's jobs: those that are running, or whose result they have not dismissed. */
export const fetchBatchJobs = async (): Promise<BatchJob[]> =>
  (await http.get<BatchJob[]>('/api/history/batches')).data;

const listeners = new Set<() => void>();

/** Calls the listener whenever a job is started on this page. Returns the unsubscribe function. */
export function onBatchJob(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the job that a response is about; undefined if the request has done everything itself. */
export const jobIn = (data: BatchResult | BatchJob): BatchJob | undefined =>
  'state' in data ? data : undefined;

/** Shows a job above the page. */
export function showBatchJob(job: BatchJob): void {
  queryClient.setQueryData<BatchJob[]>(BATCH_JOBS, (known = []) => [
    job,
    ...known.filter(({ id }) => id !== job.id),
  ]);
  for (const listener of listeners) listener();
}

/**
 * Undoes a batch. Resolves to whether that is done: a large one is undone by a job, which is shown.
 *
 * @throws HttpError
 */
export async function undoBatch(
  batch: string,
  keys: IdempotencyKeys = createIdempotencyKeys(),
): Promise<boolean> {
  const url = `/api/history/batches/${batch}/undo`;
  const { data } = await http.post<BatchResult | BatchJob>(url, {}, withKey(keys, { undo: batch }));
  const job = jobIn(data);
  if (job) showBatchJob(job);
  return job === undefined;
}
