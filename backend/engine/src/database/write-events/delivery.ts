import type { Database } from '#backend/database/connection.ts';
import type { Changes, NamedApiKey, RecordChange } from '#backend/database/history.ts';
import { logger } from '#backend/logging/logger.ts';

/** An event that this server has claimed. */
export interface ClaimedEvent {
  readonly position: string;
  readonly id: string;
  readonly resource: string;
  readonly recordId: string;
  readonly action: RecordChange['action'];
  readonly actorId: string | null;
  readonly impersonatorId: string | null;
  readonly apiKey: NamedApiKey | null;
  readonly batch: string | null;
  readonly changes: Changes;
  readonly at: Date;
  /** The number of this attempt, from 1. */
  readonly attempts: number;
}

/** How long an event belongs to the server that has claimed it, unless that server renews the claim. */
const LEASE_SECONDS = 20;

// An event waits for earlier events of its record, except those whose delivery has stopped.
const CLAIM = `
  update write_events set due_at = now() + make_interval(secs => ${LEASE_SECONDS}), attempts = attempts + 1
  where position in (
    select position from write_events as event
    where resource = $1 and due_at <= now() and failed_at is null and not exists (
      select from write_events as earlier
      where earlier.resource = event.resource and earlier.record_id = event.record_id
        and earlier.position < event.position and earlier.failed_at is null)
    order by due_at, position limit $2 for update skip locked)
  returning position::text, id, resource, record_id as "recordId", action, actor_id as "actorId",
    impersonator_id as "impersonatorId", api_key as "apiKey", batch, changes, attempts,
    extract(epoch from at) * 1000 as at`;

const table = 'write_events';

/** Claims some of the due events of a resource, in order. */
export async function claimEvents(
  { execute }: Pick<Database, 'execute'>,
  { resource, limit }: { resource: string; limit: number },
): Promise<ClaimedEvent[]> {
  const rows = await execute<Omit<ClaimedEvent, 'at'> & { at: unknown }>({
    sql: CLAIM,
    parameters: [resource, limit],
    table,
  });
  const events = rows.map((row): ClaimedEvent => ({ ...row, at: new Date(Number(row.at)) }));
  return events.toSorted((one, other) => (BigInt(one.position) < BigInt(other.position) ? -1 : 1));
}

/** The statements that change a claimed event. Their first parameter is its position. */
const STATEMENTS = {
  renewClaim: `update write_events set due_at = now() + make_interval(secs => ${LEASE_SECONDS}) where position = $1`,
  /** After its delivery. */
  remove: 'delete from write_events where position = $1',
  /** Lets any server deliver it after some seconds. */
  postpone:
    'update write_events set due_at = now() + make_interval(secs => $2), error = $3 where position = $1',
  /** After an interrupted attempt, as if it had never been claimed. */
  release: 'update write_events set due_at = now(), attempts = attempts - 1 where position = $1',
  /** Stops its delivery; the row stays, with the error. */
  giveUp: 'update write_events set failed_at = now(), error = $2 where position = $1',
} as const;

/** The number of events of a resource that a server delivers at once. */
const AT_ONCE = 4;
/** How often a server looks for events of other servers, and for due attempts. */
const POLL_MS = 2_000;
/** The longest time that a hook may take. */
const TIMEOUT_MS = 5 * 60_000;
/** The longest time that a stopping server waits for its hooks; others run them again. */
const STOP_MS = 5_000;

/** Runs the hook of an event. */
export type Deliver = (event: ClaimedEvent, signal: AbortSignal) => Promise<void>;

interface Parts {
  readonly database: Pick<Database, 'execute'>;
  readonly resource: string;
  readonly deliver: Deliver;
}

/**
 * Delivers the events of one resource until it is stopped: at least once, the events of a record in the order
 * of its writes, and several events of different records at once.
 */
export class Delivery {
  readonly #parts: Parts;
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #ending = new AbortController();
  #wake = Promise.withResolvers<void>();
  #loop: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Starts delivery, including events written before. */
  start(): void {
    this.#loop ??= this.#run();
  }

  /** Looks for new events at once. */
  wake(): void {
    this.#wake.resolve();
  }

  /** Stops; another server, or the next start, delivers again what does not finish in time. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await this.#loop;
    const tooLate = setTimeout(() => this.#ending.abort(), STOP_MS);
    await Promise.all(this.#running);
    clearTimeout(tooLate);
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#wake = Promise.withResolvers();
      const free = AT_ONCE - this.#running.size;
      const events = free > 0 ? await this.#claim(free) : [];
      for (const event of events) this.#begin(event);
      const poll = setTimeout(() => this.wake(), POLL_MS);
      // If all slots are busy, more events may be due: the first hook to finish makes room.
      await Promise.race([this.#wake.promise, ...this.#running]);
      clearTimeout(poll);
    }
  }

  async #claim(limit: number): Promise<ClaimedEvent[]> {
    const { database, resource } = this.#parts;
    return claimEvents(database, { resource, limit }).catch((error: unknown) => {
      logger.warn({ err: error, resource }, 'events not read');
      return [];
    });
  }

  #begin(event: ClaimedEvent): void {
    const running = this.#attempt(event)
      // The claim on the event expires with its lease.
      .catch((error: unknown) => logger.warn({ err: error, event: event.id }, 'event not settled'))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #attempt(event: ClaimedEvent): Promise<void> {
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const keeping = setInterval(
      () => void this.#settle('renewClaim', event).catch(() => {}),
      (LEASE_SECONDS * 1_000) / 4,
    );
    try {
      await untilAborted(this.#parts.deliver(event, signal), signal);
    } catch (error) {
      clearInterval(keeping);
      if (this.#ending.signal.aborted) return this.#settle('release', event);
      return this.#failed(event, error);
    } finally {
      clearInterval(keeping);
    }
    await this.#settle('remove', event);
  }

  async #failed(event: ClaimedEvent, cause: unknown): Promise<void> {
    const { id, resource, recordId, attempts } = event;
    const error = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    const seconds = nextAttemptIn(attempts);
    const about = { err: cause, event: id, resource, record: recordId, attempts };
    if (seconds === undefined) {
      logger.error(about, 'afterCommit hook given up');
      return this.#settle('giveUp', event, error);
    }
    logger.warn({ ...about, again: seconds }, 'afterCommit hook failed');
    return this.#settle('postpone', event, seconds, error);
  }

  async #settle(how: keyof typeof STATEMENTS, event: ClaimedEvent, ...more: unknown[]): Promise<void> {
    const parameters = [event.position, ...more];
    await this.#parts.database.execute({ sql: STATEMENTS[how], parameters, table });
  }
}

/** Waits for some work, but no longer than until the signal, because a hook may ignore the signal. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** The seconds before the next attempt, from the second one on; the last value repeats. */
const DELAYS = [1, 5, 30, 120, 600, 3_600];
/** The number of attempts after which delivery of an event stops: about a day after the first one. */
const MAX_ATTEMPTS = 28;

/** Returns the seconds before the attempt that follows this one; undefined if it was the last. */
export const nextAttemptIn = (attempt: number): number | undefined =>
  attempt >= MAX_ATTEMPTS ? undefined : DELAYS[Math.min(attempt, DELAYS.length) - 1];
