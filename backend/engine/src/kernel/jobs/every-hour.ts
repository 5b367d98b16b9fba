import { setTimeout as wait } from 'node:timers/promises';
import { logger } from '#backend/logging/logger.ts';

const EVERY_MS = 60 * 60_000;
/** The first time, so that a start is not held up. */
const FIRST_MS = 60_000;

/** Work that is repeated until it is stopped. */
export interface Repeated {
  /** Stops it, after what it is doing has ended or noticed the signal. */
  stop(): Promise<void>;
}

/** Does some work a minute after the start and then every hour. An error is logged by this name, and changes nothing. */
export function everyHour(name: string, work: (signal: AbortSignal) => Promise<unknown>): Repeated {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    for (let pause = FIRST_MS; ; pause = EVERY_MS) {
      await wait(pause, undefined, { signal, ref: false });
      await work(signal).catch((error: unknown) => logger.warn({ err: error }, `${name} failed`));
    }
  };
  // Waiting ends by an error when it is stopped.
  const running = run().catch(() => {});
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
