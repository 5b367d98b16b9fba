import { logger } from '#backend/logging/logger.ts';
import type { JobQueue } from './job-queue.ts';

/** Starts the job queue, with jobs added before or by other servers, without delaying requests. */
export function startJobs(queue: JobQueue): void {
  queue.start().catch((error) => logger.error({ err: error }, 'the job queue did not start'));
}
