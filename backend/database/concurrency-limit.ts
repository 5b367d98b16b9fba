import { DatabaseBusy } from './connection-errors.ts';

interface Waiting {
  readonly key: string;
  readonly start: () => void;
}

/** The most concurrent tasks, in total and per key, and the longest that the others wait. */
export interface Concurrency {
  readonly total: number;
  readonly perKey: number;
  readonly waitMs: number;
}

/**
 * Limits how many tasks run at once; the others wait in order of arrival. No key may take all places, so
 * tasks that wait for one locked table leave places to other tables.
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
   * Runs the task once there is room for it.
   *
   * @throws DatabaseBusy when it could not start in time.
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
    // Takes the place at once, so that no other task can get it before this one resumes.
    const [waiting] = this.#waiting.splice(next, 1);
    this.#take(waiting!.key);
    waiting!.start();
  }
}
