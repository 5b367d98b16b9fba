import { randomUUID } from 'node:crypto';
import type { Database } from '#backend/database/connection.ts';

const CHANNEL = 'bindery_totals';
/** A change made past the product, by hand in the database, shows after this at the latest. */
const REMEMBERED_MS = 30_000;
/** Writes within this are told to the other processes in one message. */
const TELL_AFTER_MS = 25;

interface Count {
  value: number;
  readonly until: number;
}

/** A write under way, which ends with how many records there are more; `undefined` where nobody counted. */
export type EndOfWrite = (difference: number | undefined) => void;

/**
 * Remembers how many records each resource has, which would cost a list call most of its time to count.
 * Own writes correct the number once they are committed; other processes say that they wrote, and it is counted again.
 */
export class Totals {
  readonly #me = randomUUID();
  readonly #database: Pick<Database, 'engine' | 'listen' | 'read'>;
  readonly #known = new Map<string, Count>();
  readonly #counting = new Map<string, Promise<number>>();
  readonly #writing = new Map<string, number>();
  /** Moves on with every write: a count that a write overlapped is told, but not remembered. */
  readonly #turn = new Map<string, number>();
  readonly #toTell = new Set<string>();
  #listening: Promise<void> | undefined;

  constructor(database: Pick<Database, 'engine' | 'listen' | 'read'>) {
    this.#database = database;
  }

  /** The number of records of a resource, counted only if it must be. */
  async of(resource: string, count: () => Promise<number>): Promise<number> {
    const known = this.#known.get(resource);
    if (known && known.until > Date.now()) return known.value;
    const underWay = this.#counting.get(resource);
    if (underWay) return underWay;
    const counting = this.#count(resource, count).finally(() => {
      if (this.#counting.get(resource) === counting) this.#counting.delete(resource);
    });
    this.#counting.set(resource, counting);
    return counting;
  }

  /** Says that a write begins, before its transaction does; the answer is to be called when that is over. */
  write(resource: string): EndOfWrite {
    this.#writing.set(resource, this.#writers(resource) + 1);
    this.#moveOn(resource);
    return (difference) => {
      this.#writing.set(resource, this.#writers(resource) - 1);
      this.#moveOn(resource);
      const known = this.#known.get(resource);
      if (known && difference !== undefined) known.value += difference;
      else this.#known.delete(resource);
      if (difference !== 0) this.#tell(resource);
    };
  }

  async #count(resource: string, count: () => Promise<number>): Promise<number> {
    await this.#listen();
    const turn = this.#turn.get(resource);
    const value = await count();
    if (this.#turn.get(resource) === turn && this.#writers(resource) === 0)
      this.#known.set(resource, { value, until: Date.now() + REMEMBERED_MS });
    return value;
  }

  #writers(resource: string): number {
    return this.#writing.get(resource) ?? 0;
  }

  #moveOn(resource: string): void {
    this.#turn.set(resource, (this.#turn.get(resource) ?? 0) + 1);
    this.#counting.delete(resource);
  }

  #forget(resource: string): void {
    this.#known.delete(resource);
    this.#moveOn(resource);
  }

  /** Told after the commit and outside of it: a NOTIFY inside would make all commits wait for one another. */
  #tell(resource: string): void {
    if (this.#database.engine === 'pglite') return;
    if (this.#toTell.size === 0) setTimeout(() => this.#tellAll(), TELL_AFTER_MS).unref();
    this.#toTell.add(resource);
  }

  #tellAll(): void {
    const payload = JSON.stringify([this.#me, ...this.#toTell]);
    this.#toTell.clear();
    // Who does not hear it counts again after REMEMBERED_MS.
    this.#database.read({ sql: 'select pg_notify($1, $2)', parameters: [CHANNEL, payload] }).catch(() => {});
  }

  #listen(): Promise<void> {
    if (this.#database.engine === 'pglite') return Promise.resolve();
    this.#listening ??= this.#database
      .listen(CHANNEL, (payload) => this.#hear(payload))
      .catch((error) => {
        this.#listening = undefined;
        throw error;
      });
    return this.#listening;
  }

  #hear(payload: string | undefined): void {
    if (payload === undefined) for (const resource of this.#known.keys()) this.#forget(resource);
    else {
      const [from, ...resources] = JSON.parse(payload) as string[];
      if (from !== this.#me) for (const resource of resources) this.#forget(resource);
    }
  }
}
