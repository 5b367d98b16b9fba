import { setTimeout as wait } from 'node:timers/promises';
import type { BatchJob } from '@bindery/contract/records/batch-jobs.ts';
import type { HttpClient } from './browser.ts';

/** Jobs of a test write more than five records, three at a time. */
export const FEW = { atOnce: 5, portion: 3 } as const;

/** Waits until a job has ended; returns its state. */
export async function endedBatch(user: Pick<HttpClient, 'call'>, id: string): Promise<BatchJob> {
  for (;;) {
    const { status, body } = await user.call(`/api/history/batches/${id}`);
    if (status !== 200) throw new Error(`The job ${id} was answered with ${status}: ${JSON.stringify(body)}`);
    if (body.state !== 'running') return body;
    await wait(20);
  }
}
