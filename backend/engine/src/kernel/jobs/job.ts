/** What a running job may use. */
export interface JobContext {
  readonly id: string;
  /** Aborts if the server stops or the job has taken too long; another server then starts it again. */
  readonly signal: AbortSignal;
}

/**
 * When a job starts automatically: on one server, at most once a minute. Times while no server ran are
 * skipped.
 */
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
