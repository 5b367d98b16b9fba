import type { Database } from '#backend/database/connection.ts';
import { logger } from '#backend/logging/logger.ts';
import {
  type ClaimedEvent,
  claimEvents,
  giveUpEvent,
  keepEvent,
  LEASE_SECONDS,
  releaseEvent,
  removeEvent,
  returnEvent,
} from './store.ts';

/** The number of events of a resource that a server delivers at once. */
const AT_ONCE = 4;
/** How often a server looks for events of other servers, and for due attempts. */
const POLL_MS = 2_000;
/** The longest time that a hook may take. */
const LONGEST_MS = 5 * 60_000;
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
    const { database, deliver } = this.#parts;
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(LONGEST_MS)]);
    const keeping = setInterval(
      () => void keepEvent(database, event).catch(() => {}),
      (LEASE_SECONDS * 1_000) / 4,
    );
    try {
      await untilAborted(deliver(event, signal), signal);
    } catch (error) {
      clearInterval(keeping);
      if (this.#ending.signal.aborted) return releaseEvent(database, event);
      return this.#failed(event, error);
    } finally {
      clearInterval(keeping);
    }
    await removeEvent(database, event);
  }

  async #failed(event: ClaimedEvent, cause: unknown): Promise<void> {
    const { database } = this.#parts;
    const { id, resource, recordId, attempts } = event;
    const error = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    const seconds = nextAttemptIn(attempts);
    const about = { err: cause, event: id, resource, record: recordId, attempts };
    if (seconds === undefined) {
      logger.error(about, 'afterCommit hook given up');
      return giveUpEvent(database, { event, error });
    }
    logger.warn({ ...about, again: seconds }, 'afterCommit hook failed');
    return returnEvent(database, { event, seconds, error });
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
const MOST_ATTEMPTS = 28;

/** Returns the seconds before the attempt that follows this one; undefined if it was the last. */
export const nextAttemptIn = (attempt: number): number | undefined =>
  attempt >= MOST_ATTEMPTS ? undefined : DELAYS[Math.min(attempt, DELAYS.length) - 1];
