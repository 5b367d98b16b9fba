import { randomUUID } from 'node:crypto';
import type { Database } from '#backend/database/connection.ts';

const CHANNEL = 'bindery_totals';
/** The longest that a change made directly in the database, outside the application, stays unnoticed. */
const MAX_AGE_MS = 30_000;
/** Writes within this time are published to the other processes in one notification. */
const PUBLISH_DELAY_MS = 25;

interface Count {
  value: number;
  readonly until: number;
}

/** Ends a write. Takes the change in the number of records, or `undefined` where it is unknown. */
export type EndWrite = (difference: number | undefined) => void;

/**
 * Caches the number of records of each resource: counting would take most of the time of a list request.
 * Writes of this process adjust the number once they are committed; writes of other processes, announced by
 * notifications, invalidate it.
 */
export class CountCache {
  readonly #processId = randomUUID();
  readonly #database: Pick<Database, 'engine' | 'onNotification' | 'query'>;
  readonly #counts = new Map<string, Count>();
  readonly #counting = new Map<string, Promise<number>>();
  readonly #writing = new Map<string, number>();
  /** Incremented with every write: a count that overlapped with a write is returned but not cached. */
  readonly #version = new Map<string, number>();
  readonly #unpublished = new Set<string>();
  #listening: Promise<void> | undefined;

  constructor(database: Pick<Database, 'engine' | 'onNotification' | 'query'>) {
    this.#database = database;
  }

  /** Returns the number of records of a resource; calls `count` only where it is not cached. */
  async get(resource: string, count: () => Promise<number>): Promise<number> {
    const cached = this.#counts.get(resource);
    if (cached && cached.until > Date.now()) return cached.value;
    const pending = this.#counting.get(resource);
    if (pending) return pending;
    const counting = this.#count(resource, count).finally(() => {
      if (this.#counting.get(resource) === counting) this.#counting.delete(resource);
    });
    this.#counting.set(resource, counting);
    return counting;
  }

  /** Starts a write, before its transaction begins; call the returned function when it commits or fails. */
  beginWrite(resource: string): EndWrite {
    this.#writing.set(resource, this.#writers(resource) + 1);
    this.#invalidate(resource);
    return (difference) => {
      this.#writing.set(resource, this.#writers(resource) - 1);
      this.#invalidate(resource);
      const cached = this.#counts.get(resource);
      if (cached && difference !== undefined) cached.value += difference;
      else this.#counts.delete(resource);
      if (difference !== 0) this.#publish(resource);
    };
  }

  async #count(resource: string, count: () => Promise<number>): Promise<number> {
    await this.#listen();
    const version = this.#version.get(resource);
    const value = await count();
    if (this.#version.get(resource) === version && this.#writers(resource) === 0)
      this.#counts.set(resource, { value, until: Date.now() + MAX_AGE_MS });
    return value;
  }

  #writers(resource: string): number {
    return this.#writing.get(resource) ?? 0;
  }

  #invalidate(resource: string): void {
    this.#version.set(resource, (this.#version.get(resource) ?? 0) + 1);
    this.#counting.delete(resource);
  }

  #forget(resource: string): void {
    this.#counts.delete(resource);
    this.#invalidate(resource);
  }

  /**
   * Notifies the other processes. Runs after the commit and outside of it, because a NOTIFY inside serializes
   * all commits.
   */
  #publish(resource: string): void {
    if (this.#database.engine === 'pglite') return;
    if (this.#unpublished.size === 0) setTimeout(() => this.#publishAll(), PUBLISH_DELAY_MS).unref();
    this.#unpublished.add(resource);
  }

  #publishAll(): void {
    const payload = JSON.stringify([this.#processId, ...this.#unpublished]);
    this.#unpublished.clear();
    // A process that misses the notification counts again after MAX_AGE_MS.
    this.#database.query({ sql: 'select pg_notify($1, $2)', parameters: [CHANNEL, payload] }).catch(() => {});
  }

  #listen(): Promise<void> {
    if (this.#database.engine === 'pglite') return Promise.resolve();
    this.#listening ??= this.#database
      .onNotification(CHANNEL, (payload) => this.#onNotification(payload))
      .catch((error) => {
        this.#listening = undefined;
        throw error;
      });
    return this.#listening;
  }

  #onNotification(payload: string | undefined): void {
    if (payload === undefined) for (const resource of this.#counts.keys()) this.#forget(resource);
    else {
      const [from, ...resources] = JSON.parse(payload) as string[];
      if (from !== this.#processId) for (const resource of resources) this.#forget(resource);
    }
  }
}
