import { DatabaseBusy } from './connection-errors.ts';

interface Waiting {
  readonly key: string;
  readonly start: () => void;
}

/** The maximum number of concurrent tasks, in total and per key, and the longest wait of the others. */
interface Concurrency {
  readonly total: number;
  readonly perKey: number;
  readonly waitMs: number;
  /**
   * How many more may run at once, per key and in total, while the key's tasks take less than `ms`: one more
   * per quick task, reset by a slow one. Waiting tasks cost the process more than running ones.
   */
  readonly quick?: { readonly more: number; readonly ms: number };
}

/**
 * Limits how many tasks run at once; the others wait in order of arrival. No key may take all places, so
 * tasks that wait for one locked table leave places to other tables.
 */
export class ConcurrencyLimit {
  readonly #limit: Concurrency;
  /** The start times of the running tasks of a key. */
  readonly #running = new Map<string, number[]>();
  readonly #waiting: Waiting[] = [];
  /** The number of quick tasks of a key since the last slow one, at most `quick.more`. */
  readonly #quick = new Map<string, number>();
  #total = 0;

  constructor(limit: Concurrency) {
    this.#limit = limit;
  }

  /**
   * Runs the task once there is room for it.
   * @throws DatabaseBusy if it could not start in time.
   */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const started = this.#hasRoom(key) ? this.#take(key) : await this.#turn(key);
    try {
      return await work();
    } finally {
      this.#leave(key, started);
    }
  }

  #turn(key: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const tooLate = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new DatabaseBusy(`Waited ${this.#limit.waitMs} ms for a turn: ${key}`));
      }, this.#limit.waitMs);
      // Takes the place at once, so that no other task can get it before this one resumes.
      const start = () => {
        clearTimeout(tooLate);
        resolve(this.#take(key));
      };
      const waiting: Waiting = { key, start };
      this.#waiting.push(waiting);
    });
  }

  #hasRoom(key: string): boolean {
    const { total, perKey, quick } = this.#limit;
    const running = this.#running.get(key)?.length ?? 0;
    if (!quick) return this.#total < total && running < perKey;
    const isSlow = this.#slowOf(key) > 0;
    const more = isSlow ? 0 : (this.#quick.get(key) ?? 0);
    if (running >= perKey + more || this.#total >= total + quick.more) return false;
    // A key whose tasks are suddenly stuck counts as slow from the start.
    let slow = 0;
    for (const other of this.#running.keys()) slow += Math.min(this.#slowOf(other), perKey);
    return slow < total;
  }

  #slowOf(key: string): number {
    const { quick } = this.#limit;
    const since = performance.now() - (quick?.ms ?? 0);
    return (this.#running.get(key) ?? []).filter((started) => started <= since).length;
  }

  #take(key: string): number {
    const now = performance.now();
    this.#total++;
    const running = this.#running.get(key);
    if (running) running.push(now);
    else this.#running.set(key, [now]);
    return now;
  }

  #leave(key: string, started: number): void {
    this.#total--;
    const running = this.#running.get(key)!;
    running.splice(running.indexOf(started), 1);
    if (running.length === 0) this.#running.delete(key);
    const { quick } = this.#limit;
    if (quick) {
      const wasQuick = performance.now() - started < quick.ms;
      this.#quick.set(key, wasQuick ? Math.min(quick.more, (this.#quick.get(key) ?? 0) + 1) : 0);
    }
    for (;;) {
      const next = this.#waiting.findIndex((waiting) => this.#hasRoom(waiting.key));
      if (next < 0) return;
      const [waiting] = this.#waiting.splice(next, 1);
      waiting!.start();
    }
  }
}
