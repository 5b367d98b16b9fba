import { ExtensionError } from '@bindery/contract/api/extend/extension-error.ts';
import { CronExpressionParser } from 'cron-parser';
import type { z } from 'zod';
import type { Job, JobQueue, Schedule } from '#backend/kernel/jobs/job-queue.ts';
import type { JobOptions, JobTools, OwnJob } from '#backend/records/resources/app-tools.ts';
import type { CreateTools } from './create-app-tools.ts';

/** A kind of job that is added with a payload: `addJob(remind, { loan })`. */
interface JobWithPayload<Payload extends z.ZodType<object, object>> extends JobOptions {
  /** The schema of its payload, stored as JSON: checked when the job is added, and when it runs. */
  readonly payload: Payload;
  run(payload: z.output<Payload>, tools: JobTools): Promise<void>;
}

/** A kind of job that starts automatically. */
interface ScheduledJob extends JobOptions {
  /** A cron expression such as `0 3 * * *`, in UTC unless there is a time zone. */
  readonly schedule: string | Schedule;
  run(payload: Record<never, never>, tools: JobTools): Promise<void>;
}

/**
 * Defines a kind of job. Each export of `backend/extensions/<resource>/jobs.ts` is one, and its name is the
 * name of the queue: `export const remind = defineJob({ payload: z.object({ loan: z.uuid() }), run: async ({
 * loan }) => … })`.
 * @throws ExtensionError for an invalid schedule, or without what starts the job or what it does.
 */
export function defineJob<Payload extends z.ZodType<object, object>>(
  job: JobWithPayload<Payload>,
): OwnJob<z.input<Payload>>;
export function defineJob(job: ScheduledJob): OwnJob<Record<never, never>>;
export function defineJob(job: JobWithPayload<z.ZodType<object, object>> | ScheduledJob): OwnJob<object> {
  if (typeof job.run !== 'function')
    throw new ExtensionError('A job needs "run", the function that does its work.');
  if ('payload' in job) {
    const { payload: schema, ...options } = job;
    return { ...options, parse: (payload) => schema.parse(payload) };
  }
  if (job.schedule === undefined)
    throw new ExtensionError(
      'A job needs a "payload", with which code adds it, or a "schedule", such as 0 3 * * *.',
    );
  return { ...job, schedule: checked(job.schedule), parse: () => ({}) };
}

function checked(given: string | Schedule): Schedule {
  const schedule = typeof given === 'string' ? { cron: given } : given;
  const { cron, timeZone = 'UTC' } = schedule;
  const problem = isTimeZone(timeZone)
    ? problemOfCron(cron, timeZone)
    : 'the time zone is unknown; a known one is "Africa/Nairobi"';
  if (!problem) return schedule;
  throw new ExtensionError(`The schedule "${cron}" of a job (${timeZone}) is invalid: ${problem}.`);
}

/** Returns whether a name is a time zone. Schedules cannot have offsets, such as "+03:00". */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

function problemOfCron(cron: string, tz: string): string | undefined {
  if (cron.trim().split(/\s+/).length !== 5) return 'it needs five parts, such as 0 3 * * *';
  try {
    CronExpressionParser.parse(cron, { tz });
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `one of its five parts is not like those of 0 3 * * * (${reason})`;
  }
}

/** The jobs of the extensions in the queue. */
export class ExtensionJobs {
  readonly #queue: Pick<JobQueue, 'add' | 'register'>;
  readonly #registered = new Map<unknown, Job<object>>();

  constructor(queue: Pick<JobQueue, 'add' | 'register'>) {
    this.#queue = queue;
  }

  /** Registers jobs by the names of their queues, with their tools. */
  register(jobs: Readonly<Record<string, OwnJob<object>>>, tools: CreateTools): void {
    for (const [name, own] of Object.entries(jobs)) {
      const job: Job<object> = {
        ...own,
        name,
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
