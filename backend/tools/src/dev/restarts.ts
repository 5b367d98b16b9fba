import { once } from 'node:events';
import { styleText } from 'node:util';

/** The environment variable of a server that `bindery dev` has started again after one that was ready. */
export const IS_RESTART = 'BINDERY_IS_RESTART';

/** The file whose changes a server that is ready takes without a restart. */
export const TAKEN_FILE = 'product.ts';

/** What `bindery dev` tells a server: to start; once it is ready, to take the file above or to stop. */
export type ToServer = 'start' | 'take' | { readonly stopFor: string };

/** What the terminal says after a failed start. */
export const WAITING = styleText('dim', 'Waiting for a file to change …');

/** The exit code of a server that no change of a file can help to start: its port is in use, for example. */
export const HOPELESS = 75;

/** What a server tells `bindery dev`: that it is ready, could not start, or has to restart for a change. */
export type FromServer = 'ready' | 'failed' | 'restart';

/** Returns whether the developer has seen an earlier server of this `bindery dev` become ready. */
export const isRestart = (): boolean => process.env[IS_RESTART] !== undefined;

let turnAt = 0;

/** Resolves when this server shall start: the one before it has stopped. */
export async function turn(): Promise<void> {
  await once(process, 'message');
  turnAt = performance.now();
}

/** Returns the seconds since the turn of this server, which had loaded its code before. */
export const secondsOfStart = (): number => (performance.now() - turnAt) / 1000;

let changedFile: string | undefined;

/** Returns the file whose change restarts this server; undefined if it only stops. */
export const restartedFor = (): string | undefined => changedFile;

/**
 * Lets `bindery dev` know that this server is ready. From then on, it calls `take` when `TAKEN_FILE` has
 * changed, and restarts the server unless the result is true.
 */
export function announceReady(take: () => Promise<boolean>): void {
  process.on('message', async (message: ToServer) => {
    if (typeof message === 'object') {
      changedFile = message.stopFor;
      process.emit('SIGTERM');
    } else if (!(await take().catch(() => false))) send('restart');
  });
  send('ready');
}

/** Lets `bindery dev` know that this server could not start: the next one prepares for the correction. */
export const announceFailed = (): void => send('failed');

function send(message: FromServer): void {
  process.send?.(message);
}
