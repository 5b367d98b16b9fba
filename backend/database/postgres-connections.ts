import type { Pool } from 'pg';
import { discardIdle, replaceFrozen } from './frozen-connections.ts';
import { type OnNotification, postgresListener } from './notifications.ts';
import { openPipelinedClients } from './pipelined-connections.ts';
import { openListPool } from './postgres.ts';
import { createPostgresQuery, listPoolSize, type Query } from './query.ts';
import { type DatabaseLimits, listOptions, shortReadOptions } from './time-limits.ts';

/** Everything that reads from PostgreSQL beside the pool of the writes. */
export interface Connections {
  readonly query: Query;
  readonly onNotification: OnNotification;
  /** Waits for what is under way; the pool of the writes stays open. */
  close(): Promise<void>;
}

/**
 * Opens the connections that are kept apart, so that nothing slow or stuck holds up what is quick: session checks,
 * short reads, lists. When one of them has frozen, all that are idle are replaced: what has cut one off has often cut
 * off the others.
 */
export function openConnections(writes: Pool, limits: DatabaseLimits): Connections {
  const { searchesAtOnce, connectionLifetimeMs: lifetimeMs } = limits;
  const lists = openListPool(writes, { ...listOptions(limits), max: listPoolSize(searchesAtOnce) });
  const client = { ...writes.options, ...shortReadOptions(limits) };
  const onFrozen = () => {
    for (const lanes of [sessions, short]) lanes.discardIdle();
    for (const pool of [writes, lists]) void discardIdle(pool);
  };
  const sessions = openPipelinedClients({ client, lifetimeMs, onFrozen });
  const short = openPipelinedClients({ client, lifetimeMs, onFrozen });
  for (const pool of [writes, lists]) replaceFrozen(pool, onFrozen);
  const listener = postgresListener(writes, lifetimeMs);
  return {
    query: createPostgresQuery({ sessions, short, lists, others: writes }, searchesAtOnce),
    onNotification: listener.listen,
    close: async () => {
      await Promise.all([listener.close(), sessions.close(), short.close()]);
      await lists.end();
    },
  };
}
