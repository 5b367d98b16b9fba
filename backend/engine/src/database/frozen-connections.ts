import type { Client, Pool, PoolClient } from 'pg';
import { isReadTimeout } from './connection-errors.ts';

/** The part of a pg client's socket that this folder uses. */
export interface Socket {
  cork(): void;
  uncork(): void;
  destroy(reason?: Error): void;
}

/** Returns the socket of a connected client. */
export function streamOf(client: Client | PoolClient): Socket {
  // biome-ignore lint/plugin: not in pg's types; the tests of frozen and pipelined connections fail if pg changes it
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

/**
 * Destroys a connection at once, without PostgreSQL's closing handshake, which a frozen connection would
 * never receive. Its pending statements fail.
 */
export function destroyConnection(client: Client | PoolClient, reason?: Error): void {
  streamOf(client).destroy(reason);
}

/**
 * Destroys each connection of a pool whose response times out. Otherwise pg abandons only the statement, and
 * the frozen connection returns to the pool.
 */
export function replaceFrozen(pool: Pool, onFrozen: () => void): void {
  pool.on('connect', (client) => {
    // Looked up for each call, because instrumentation of pg may replace the method of the class at any time.
    const prototype = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown };
    const look = (error: unknown) => {
      if (!isReadTimeout(error)) return;
      destroyConnection(client, error as Error);
      onFrozen();
    };
    const watched = (...args: unknown[]) => {
      const called = args.at(-1);
      const before = args.slice(0, -1);
      if (typeof called === 'function')
        return prototype.query.call(client, ...before, (error: unknown, ...rest: unknown[]) => {
          if (error) look(error);
          called(error, ...rest);
        });
      const result = prototype.query.apply(client, args);
      if (result instanceof Promise) result.catch(look);
      return result;
    };
    Object.assign(client, { query: watched });
  });
}

/** Replaces the idle connections of a pool, because if one is frozen, others may be too. */
export async function discardIdle(pool: Pool): Promise<void> {
  const idle = Array.from({ length: pool.idleCount }, () => pool.connect());
  for (const connecting of idle) {
    const client = await connecting.catch(() => undefined);
    if (!client) continue;
    client.once('error', () => {});
    destroyConnection(client);
    client.release(true);
  }
}
