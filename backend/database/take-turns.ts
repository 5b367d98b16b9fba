import { setImmediate } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';

/** How long statements may keep the process busy before it looks for requests and timers. */
const TURN_MS = 20;

/**
 * Makes long work on an embedded database let others take turns. Its statements run in this process and their answers
 * come as microtasks, so an import would otherwise keep the server from receiving any request until its end.
 */
export function takeTurns(pglite: PGlite): void {
  const execute = pglite.execProtocolRaw.bind(pglite);
  let turned = performance.now();
  pglite.execProtocolRaw = async (...message) => {
    if (performance.now() - turned > TURN_MS) {
      await setImmediate();
      turned = performance.now();
    }
    return execute(...message);
  };
}
