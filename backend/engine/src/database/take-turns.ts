import { setImmediate } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';

/** How long statements may occupy the process before it handles requests and timers. */
const TURN_MS = 20;

/** The turns of an embedded database. */
export interface Turns {
  /** When the last statement finished, from `performance.now()`. */
  readonly lastAt: number;
}

/** Connections that share a database also share its turns. */
const known = new WeakMap<PGlite, Turns>();

/**
 * Makes long work on an embedded database yield to others. Its statements run in this process and resolve as
 * microtasks, so an import would otherwise keep the server from receiving any request until it finishes.
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
