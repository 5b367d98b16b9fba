import type { Client, Pool, PoolClient } from 'pg';

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

/** Sets whether a client sends statements before earlier ones have returned. None may be in its queue. */
export function setPipelining(client: PoolClient, pipeline: boolean): void {
  Object.assign(client, { pipeline });
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
