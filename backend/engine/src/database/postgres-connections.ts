import type { Pool } from 'pg';
import { discardIdle, replaceFrozen } from './frozen-connections.ts';
import { type OnNotification, postgresListener } from './notifications.ts';
import { openPipelinedClients } from './pipelined-connections.ts';
import { openListPool } from './postgres.ts';
import { createPostgresQuery, listPoolSize, type Query } from './query.ts';
import { type DatabaseLimits, listOptions, shortReadOptions } from './time-limits.ts';

/** All connections that read from PostgreSQL, separate from the pool for writes. */
export interface Connections {
  readonly query: Query;
  readonly onNotification: OnNotification;
  /** Waits for pending statements, then closes; the pool for writes stays open. */
  close(): Promise<void>;
}

/**
 * Opens separate connections for session checks, short reads and lists, so that slow or stuck statements do
 * not delay quick ones. If one of them has frozen, all idle ones are replaced, because the same network
 * failure has often cut them off too.
 */
export function openConnections(writes: Pool, limits: DatabaseLimits): Connections {
  const { searchesAtOnce, connectionLifetimeMs: lifetimeMs } = limits;
  const lists = openListPool(writes, { ...listOptions(limits), max: listPoolSize(searchesAtOnce) });
  const client = { ...writes.options, ...shortReadOptions(limits) };
  const onFrozen = () => {
    for (const clients of [sessions, short]) clients.discardIdle();
    for (const pool of [writes, lists]) void discardIdle(pool);
  };
  const sessions = openPipelinedClients({ client, lifetimeMs, onFrozen });
  const short = openPipelinedClients({ client, lifetimeMs, onFrozen });
  for (const pool of [writes, lists]) replaceFrozen(pool, onFrozen);
  const listener = postgresListener(writes, lifetimeMs);
  return {
    query: createPostgresQuery({ sessions, short, lists }, searchesAtOnce),
    onNotification: listener.listen,
    close: async () => {
      await Promise.all([listener.close(), sessions.close(), short.close()]);
      await lists.end();
    },
  };
}
