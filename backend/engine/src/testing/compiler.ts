import { resolve } from 'node:path';

const GIB = 2 ** 30;

/** More than checking the types of this project takes with hundreds of resources. */
const MAX_MEMORY = 4 * GIB;

/** With less, the compiler would come close to the limit and collect garbage all the time. */
const LEAST_MEMORY = 2 * GIB;

/** The compiler, a script for Node.js. */
export const COMPILER = resolve('node_modules/typescript/bin/tsc');

/**
 * Returns the environment for a run of the compiler with the given bytes of available memory. Almost
 * everything that it allocates is in use until it exits, so garbage collection would waste a quarter of its
 * CPU time: it starts only when half of the memory is used.
 */
export function compilerEnv(available: number, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const limit = Math.min(MAX_MEMORY, available / 2);
  if (limit < LEAST_MEMORY || env.GOGC) return env;
  return { ...env, GOGC: 'off', GOMEMLIMIT: String(Math.floor(limit)) };
}

/**
 * Returns the options for a run of the compiler: how many checkers share the files. Each checks the types of
 * its packages: two take a third less time, but more CPU time, which other steps of `npm test` need.
 */
export const compilerOptions = (checkers = process.env.TYPE_CHECKERS): string[] =>
  checkers ? ['--checkers', checkers] : [];
