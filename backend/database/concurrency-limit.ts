import { DatabaseBusy } from './connection-errors.ts';

interface Waiting {
  readonly key: string;
  readonly start: () => void;
}

/** How many may run: in all, and of one key; and how long the others wait for their turn. */
export interface Concurrency {
  readonly total: number;
  readonly perKey: number;
  readonly waitMs: number;
}

/**
 * Lets a few run at once; the others wait in the order in which they came. No key takes all places, so what waits for
 * one locked table leaves some to the other tables.
 */
export class ConcurrencyLimit {
  readonly #limit: Concurrency;
  readonly #running = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  #total = 0;

  constructor(limit: Concurrency) {
    this.#limit = limit;
  }

  /**
   * Runs the work once there is room for it.
   *
   * @throws DatabaseBusy when its turn does not come in time.
   */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#hasRoom(key)) this.#take(key);
    else await this.#turn(key);
    try {
      return await work();
    } finally {
      this.#leave(key);
    }
  }

  #turn(key: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const tooLate = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new DatabaseBusy(`Waited ${this.#limit.waitMs} ms for a turn: ${key}`));
      }, this.#limit.waitMs);
      const start = () => {
        clearTimeout(tooLate);
        resolve();
      };
      const waiting: Waiting = { key, start };
      this.#waiting.push(waiting);
    });
  }

  #hasRoom(key: string): boolean {
    const { total, perKey } = this.#limit;
    return this.#total < total && (this.#running.get(key) ?? 0) < perKey;
  }

  #take(key: string): void {
    this.#total++;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  #leave(key: string): void {
    this.#total--;
    const left = (this.#running.get(key) ?? 1) - 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
    const next = this.#waiting.findIndex((waiting) => this.#hasRoom(waiting.key));
    if (next < 0) return;
    // Its place is taken at once: whoever asks before it goes on must not get it too.
    const [waiting] = this.#waiting.splice(next, 1);
    this.#take(waiting!.key);
    waiting!.start();
  }
}
