import { type ConnectionOptions, fromKysely, PgBoss } from 'pg-boss';
import type { Database, Transaction } from '#backend/database/connection.ts';
import { logger } from '#backend/logging/logger.ts';

/** What a running job may use. */
export interface JobContext {
  readonly id: string;
  /** Aborts if the server stops or the job has taken too long; another server then starts it again. */
  readonly signal: AbortSignal;
}

/** When a job starts automatically: on one server, at most once a minute. Times without any are skipped. */
export interface Schedule {
  /** Minute, hour, day of the month, month and day of the week: `0 3 * * *` is every night at three. */
  readonly cron: string;
  /** A name in the time zone database such as `Africa/Nairobi`; UTC by default. */
  readonly timeZone?: string | undefined;
}

/**
 * Work that runs in the background, on any of the servers. It may run more than once, because a server can
 * stop in the middle of it: it continues from what it has stored in the database.
 */
export interface Job<Payload extends object> {
  /** The name of its queue: letters, digits and hyphens. */
  readonly name: string;
  /** The number of restarts after an error or the loss of its server; 2 by default. */
  readonly retries?: number;
  /** The longest time that it may run; an hour by default. */
  readonly longestSeconds?: number;
  /** The number of such jobs that a server runs at once; 1 by default. */
  readonly atOnce?: number;
  /** When it starts automatically, with an empty payload. */
  readonly schedule?: Schedule | undefined;
  run(payload: Payload, context: JobContext): Promise<void>;
}

/** Another server takes over a job after this long without a heartbeat. */
const HEARTBEAT_SECONDS = 20;
/** How often a server looks for such jobs, and for new jobs of other servers. */
const SUPERVISE_SECONDS = 20;
const POLL_SECONDS = 2;
/** How often the servers together look for due jobs; the default is 30 s, of which one turn may be missed. */
const SCHEDULE_SECONDS = 5;
const HOUR = 3_600;
/** How long finished jobs are stored. */
const KEPT_SECONDS = 7 * 24 * HOUR;
/** The longest time that a stopping server waits for its jobs; others then start them again. */
const STOP_MS = 5_000;
const NO_JOB = '00000000-0000-0000-0000-000000000000';

/**
 * Runs jobs in the background, one queue per kind of job. The database stores them, so they survive a server
 * and are shared by all servers. Starts with the first added job, or with `start`.
 */
export class JobQueue {
  readonly #database: Pick<Database, 'engine' | 'runScript'>;
  readonly #jobs = new Map<string, Job<object>>();
  readonly #workers = new Map<string, string>();
  #starting: Promise<PgBoss> | undefined;
  #isStopped = false;

  constructor(database: Pick<Database, 'engine' | 'runScript'>) {
    this.#database = database;
  }

  /** Registers a kind of job. Call it before the queue starts. */
  register<Payload extends object>(job: Job<Payload>): void {
    // A queue passes every payload to the job that it was added for.
    this.#jobs.set(job.name, job as Job<object>);
  }

  /** Starts to run jobs, including those added before. Creates the tables of the queue if necessary. */
  async start(): Promise<void> {
    await this.#started();
  }

  #started(): Promise<PgBoss> {
    this.#starting ??= this.#start().catch((error) => {
      this.#starting = undefined;
      throw error;
    });
    return this.#starting;
  }

  /** Adds a job; returns its id. It starts at once on this server, unless busy with others of its kind. */
  async add<Payload extends object>(
    job: Pick<Job<Payload>, 'name' | 'run'>,
    payload: Payload,
  ): Promise<string> {
    const id = await this.#send(job.name, payload);
    await this.wake(job);
    return id;
  }

  /**
   * Adds a job within a transaction, with what it works on: after the end of the server there are both or
   * none. `start` must have ended before; call `wake` after the commit.
   */
  async addWithin<Payload extends object>(
    db: Transaction,
    job: Pick<Job<Payload>, 'name' | 'run'>,
    payload: Payload,
  ): Promise<string> {
    return this.#send(job.name, payload, { db: fromKysely(db) });
  }

  async #send(name: string, payload: object, options?: ConnectionOptions): Promise<string> {
    const boss = await this.#started();
    const id = await boss.send(name, payload, options);
    if (id === null) throw new Error(`The job ${name} was not added.`);
    return id;
  }

  /** Has this server look at once for jobs of a kind. */
  async wake(job: Pick<Job<object>, 'name'>): Promise<void> {
    const boss = await this.#started();
    const worker = this.#workers.get(job.name);
    if (worker !== undefined) boss.notifyWorker(worker);
  }

  /** Cancels a job that has not started yet, and aborts the signal of a running one on this server. */
  async cancel(job: Pick<Job<object>, 'name'>, id: string): Promise<void> {
    await (await this.#started()).cancel(job.name, id);
  }

  /** Stops running jobs; another server, or the next start, restarts those that do not finish in time. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (!this.#starting) return;
    const boss = await this.#starting.catch(() => undefined);
    await boss?.stop({ graceful: true, timeout: STOP_MS });
  }

  async #start(): Promise<PgBoss> {
    const boss = new PgBoss({
      db: { executeSql: this.#database.runScript },
      backend: this.#database.engine,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
      cronMonitorIntervalSeconds: SCHEDULE_SECONDS,
      cronWorkerIntervalSeconds: POLL_SECONDS,
      schedule: [...this.#jobs.values()].some(({ schedule }) => schedule),
    });
    boss.on('error', (error) => logger.warn({ err: toError(error) }, 'job queue'));
    await boss.start();
    for (const job of this.#jobs.values()) {
      await boss.createQueue(job.name, queueOptions(job));
      await boss.updateQueue(job.name, queueOptions(job));
      // pg-boss then knows the queue: on the embedded database it could not ask while `addWithin` has the
      // connection.
      await boss.getJobById(job.name, NO_JOB);
      if (this.#isStopped) return boss;
      const options = {
        pollingIntervalSeconds: POLL_SECONDS,
        localConcurrency: job.atOnce ?? 1,
        batchSize: 1,
      };
      const worker = await boss.work<object>(job.name, options, async ([taken]) => {
        if (taken) await this.#run(job, taken);
      });
      this.#workers.set(job.name, worker);
    }
    await applySchedules(boss, this.#jobs.values());
    return boss;
  }

  async #run(job: Job<object>, { id, data, signal }: { id: string; data: object; signal: AbortSignal }) {
    try {
      await job.run(data, { id, signal });
    } catch (error) {
      if (!signal.aborted) logger.error({ err: error, job: job.name, jobId: id }, 'job failed');
      throw error;
    }
  }
}

/** Converts what pg-boss reports to an error: it copies those of workers and queues to plain objects. */
function toError(reported: Error | Pick<Error, 'message' | 'stack'>): Error {
  if (reported instanceof Error) return reported;
  return Object.assign(new Error(reported.message), { stack: reported.stack });
}

const queueOptions = ({ retries = 2, longestSeconds = HOUR }: Job<object>) => ({
  retryLimit: retries,
  retryDelay: 1,
  expireInSeconds: longestSeconds,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deleteAfterSeconds: KEPT_SECONDS,
});

/** Stores the schedules of jobs; removes those of an earlier version of the application. */
async function applySchedules(boss: PgBoss, jobs: Iterable<Job<object>>): Promise<void> {
  const wanted = new Map([...jobs].flatMap(({ name, schedule }) => (schedule ? [[name, schedule]] : [])));
  for (const { name } of await boss.getSchedules()) if (!wanted.has(name)) await boss.unschedule(name);
  for (const [name, { cron, timeZone = 'UTC' }] of wanted)
    await boss.schedule(name, cron, {}, { tz: timeZone });
}

/** Starts the job queue, with jobs added before or by other servers, without delaying requests. */
export function startJobs(queue: JobQueue): void {
  queue.start().catch((error) => logger.error({ err: error }, 'the job queue did not start'));
}
