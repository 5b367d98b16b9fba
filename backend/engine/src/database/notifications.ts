import type { Pool, PoolClient, QueryConfig } from 'pg';
import { destroyConnection } from './pg-clients.ts';

/** Calls the listener for every NOTIFY on the channel, and with `undefined` if some may have been missed. */
export type OnNotification = (
  channel: string,
  listener: (payload: string | undefined) => void,
) => Promise<void>;

const RECONNECT_MS = 1_000;
/** The interval of the check. On this otherwise idle connection only the check detects a freeze. */
const CHECK_MS = 2_000;
const CHECK_TIMEOUT_MS = 2_000;

/**
 * Subscribes to LISTEN/NOTIFY channels on one connection of the pool for the lifetime of the process. If it
 * is lost, frozen or past its lifetime, takes another one and notifies listeners of a possible loss.
 */
export function postgresListener(
  pool: Pool,
  lifetimeMs: number,
): { listen: OnNotification; close(): Promise<void> } {
  const listeners = new Map<string, (payload: string | undefined) => void>();
  let connecting: Promise<PoolClient> | undefined;
  let closed = false;

  const lost = (client: PoolClient, error: Error) => {
    // `close` releases it, even if the server closes it at the same time.
    if (closed) return;
    client.release(error);
    connecting = undefined;
    reconnect();
  };

  /** Checks the connection regularly; a failure destroys it, and is then handled as a loss. */
  const watch = (client: PoolClient) => {
    const openedAt = performance.now();
    const checks = setInterval(() => {
      if (performance.now() - openedAt > lifetimeMs) destroyConnection(client, new Error('Too old'));
      else
        void client
          .query({ text: 'select 1', query_timeout: CHECK_TIMEOUT_MS } as QueryConfig)
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
    // A failure is not cached: the next call retries.
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
