import { logger } from '#backend/logging/logger.ts';
import type { JobQueue } from './job-queue.ts';

/** Runs the jobs that were added before, or by other servers, without keeping requests waiting. */
export function startJobs(queue: JobQueue): void {
  queue.start().catch((error) => logger.error({ err: error }, 'the job queue did not start'));
}
