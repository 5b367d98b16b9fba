import { setImmediate } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';

/** How long statements may keep the process busy before it looks for requests and timers. */
const TURN_MS = 20;

/** The turns of an embedded database. */
export interface Turns {
  /** When the last statement ended, by `performance.now()`. */
  readonly lastAt: number;
}

/** Databases that several connections share take turns once. */
const known = new WeakMap<PGlite, Turns>();

/**
 * Makes long work on an embedded database let others take turns. Its statements run in this process and their answers
 * come as microtasks, so an import would otherwise keep the server from receiving any request until its end.
 */
export function takeTurns(pglite: PGlite): Turns {
  const before = known.get(pglite);
  if (before) return before;
  const execute = pglite.execProtocolRaw.bind(pglite);
  const turns = { lastAt: performance.now() };
  let turned = turns.lastAt;
  pglite.execProtocolRaw = async (...message) => {
    if (performance.now() - turned > TURN_MS) {
      await setImmediate();
      turned = performance.now();
    }
    try {
      return await execute(...message);
    } finally {
      turns.lastAt = performance.now();
    }
  };
  known.set(pglite, turns);
  return turns;
}
