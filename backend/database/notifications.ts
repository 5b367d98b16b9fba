import type { PGlite } from '@electric-sql/pglite';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { destroyConnection } from './frozen-connections.ts';

/** Calls back for every NOTIFY on the channel, and with `undefined` when some may have been missed. */
export type OnNotification = (
  channel: string,
  listener: (payload: string | undefined) => void,
) => Promise<void>;

const RECONNECT_MS = 1_000;
/** Nobody asks anything on this connection, so only this shows that it has frozen. */
const CHECK_MS = 2_000;
const CHECK_ANSWER_MS = 2_000;

/**
 * Listens on one connection of the pool for as long as the process lives. When that connection is lost or frozen, or as
 * old as a connection may become, it takes another one, and tells every listener that something may have been missed
 * in between.
 */
export function postgresListener(
  pool: Pool,
  lifetimeMs: number,
): { listen: OnNotification; close(): Promise<void> } {
  const listeners = new Map<string, (payload: string | undefined) => void>();
  let connecting: Promise<PoolClient> | undefined;
  let closed = false;

  const lost = (client: PoolClient, error: Error) => {
    client.release(error);
    connecting = undefined;
    reconnect();
  };

  /** Asks from time to time whether the connection is still there; a failure ends it, which is heard as its loss. */
  const watch = (client: PoolClient) => {
    const openedAt = performance.now();
    const checks = setInterval(() => {
      if (performance.now() - openedAt > lifetimeMs) destroyConnection(client, new Error('Too old'));
      else
        void client
          .query({ text: 'select 1', query_timeout: CHECK_ANSWER_MS } as QueryConfig)
          .catch(() => {});
    }, CHECK_MS).unref();
    client.once('end', () => clearInterval(checks));
  };

  const reconnect = () => {
    if (closed) return;
    setTimeout(() => {
      connected()
        .then(() => {
          for (const listener of listeners.values()) listener(undefined);
        })
        .catch(reconnect);
    }, RECONNECT_MS).unref();
  };

  const connect = async () => {
    const client = await pool.connect();
    client.once('error', (error) => lost(client, error));
    client.on('notification', ({ channel, payload }) => listeners.get(channel)?.(payload ?? ''));
    watch(client);
    for (const channel of listeners.keys()) await client.query(`listen "${channel}"`);
    return client;
  };

  const connected = () => {
    // What failed is not kept: whoever asks next tries again.
    connecting ??= connect().catch((error) => {
      connecting = undefined;
      throw error;
    });
    return connecting;
  };

  return {
    listen: async (channel, listener) => {
      listeners.set(channel, listener);
      await (await connected()).query(`listen "${channel}"`);
    },
    close: async () => {
      closed = true;
      const client = await connecting?.catch(() => undefined);
      client?.release(true);
    },
  };
}

/** The same on PGlite, where this process is the only one there can be. */
export function pgliteListener(pglite: PGlite): OnNotification {
  return async (channel, listener) => {
    await pglite.listen(channel, listener);
  };
}
