import { setTimeout as wait } from 'node:timers/promises';
import { logger } from '#backend/logging/logger.ts';

const EVERY_MS = 60 * 60_000;
/** The delay of the first run, so that it does not slow down the start. */
const FIRST_MS = 60_000;

/** Work that repeats until it is stopped. */
export interface Repeated {
  /** Stops it, once its current run has finished or noticed the signal. */
  stop(): Promise<void>;
}

/** Runs work a minute after the start, then every hour. An error is logged by name and has no effect. */
export function everyHour(name: string, work: (signal: AbortSignal) => Promise<unknown>): Repeated {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    for (let pause = FIRST_MS; ; pause = EVERY_MS) {
      await wait(pause, undefined, { signal, ref: false });
      await work(signal).catch((error: unknown) => logger.warn({ err: error }, `${name} failed`));
    }
  };
  // Stopping rejects the wait.
  const running = run().catch(() => {});
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
