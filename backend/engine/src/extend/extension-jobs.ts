import type { Job } from '#backend/kernel/jobs/job.ts';
import type { JobQueue } from '#backend/kernel/jobs/job-queue.ts';
import type { OwnJob } from '#backend/records/resources/app-tools.ts';
import type { CreateTools } from './create-app-tools.ts';

/** The jobs of the extensions in the queue. */
export class ExtensionJobs {
  readonly #queue: Pick<JobQueue, 'add' | 'register'>;
  readonly #jobs: Readonly<Record<string, OwnJob<object>>>;
  readonly #registered = new Map<unknown, Job<object>>();

  constructor(queue: Pick<JobQueue, 'add' | 'register'>, jobs: Readonly<Record<string, OwnJob<object>>>) {
    this.#queue = queue;
    this.#jobs = jobs;
  }

  /** Registers the jobs with their tools. */
  register(tools: CreateTools): void {
    for (const [name, own] of Object.entries(this.#jobs)) {
      const { retries, longestSeconds, atOnce, schedule } = own;
      const job: Job<object> = {
        name,
        schedule,
        ...(retries !== undefined && { retries }),
        ...(longestSeconds !== undefined && { longestSeconds }),
        ...(atOnce !== undefined && { atOnce }),
        run: (payload, context) => own.run(own.parse(payload), { ...tools(), ...context }),
      };
      this.#registered.set(own, job);
      this.#queue.register(job);
    }
  }

  /** Adds a job; returns its id. Throws a ZodError for a payload that its schema rejects. */
  async add<Payload extends object>(own: OwnJob<Payload>, payload: Payload): Promise<string> {
    const job = this.#registered.get(own);
    if (!job)
      throw new Error('This job is not exported from an extension’s jobs.ts, so no server would run it.');
    own.parse(payload);
    return this.#queue.add(job, payload);
  }
}
