/** The environment variable of a server that `bindery dev` has started again after one that was ready. */
export const IS_RESTART = 'BINDERY_IS_RESTART';

/** Returns whether the developer has seen an earlier server of this `bindery dev` become ready. */
export const isRestart = (): boolean => process.env[IS_RESTART] !== undefined;

/** Lets `bindery dev` know that this server is ready. */
export function announceReady(): void {
  process.send?.('ready');
}
