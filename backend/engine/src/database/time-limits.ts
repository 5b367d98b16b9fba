/** Time limits for PostgreSQL in milliseconds, and limits of concurrency. */
export interface DatabaseLimits {
  /** The longest wait for a connection. */
  readonly connectMs: number;
  /** The longest time that a statement may run before PostgreSQL cancels it. */
  readonly statementMs: number;
  /** The longest time that a list, a search or a count may run. */
  readonly listMs: number;
  /**
   * The longest time that a read of a fraction of a millisecond may run, a third of it for a lock: a longer
   * read waits for a lock, or its response is lost.
   */
  readonly shortReadMs: number;
  /** The longest wait for a lock. */
  readonly lockMs: number;
  /** The longest time that a transaction may be idle. */
  readonly idleTransactionMs: number;
  /** The longest wait for a response; after that the connection counts as frozen and is replaced. */
  readonly queryMs: number;
  /** The age at which a connection is replaced. */
  readonly connectionLifetimeMs: number;
  /** The number of concurrent searches and lists without an index for their sort; further ones wait. */
  readonly searchesAtOnce: number;
}

/** The default limits; settings with the same meaning have the same defaults. */
export const DEFAULT_LIMITS: DatabaseLimits = {
  connectMs: 5_000,
  statementMs: 8_000,
  listMs: 4_000,
  shortReadMs: 3_000,
  lockMs: 3_000,
  idleTransactionMs: 10_000,
  queryMs: 9_000,
  connectionLifetimeMs: 30 * 60_000,
  searchesAtOnce: 3,
};

/** How much longer than PostgreSQL the client waits, for the network. */
const MARGIN_MS = 1_000;

const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

/** Returns the limits as connection options: set once per connection, they add no cost to statements. */
const connectionOptions = (limits: DatabaseLimits) => ({
  ...KEEP_ALIVE,
  statement_timeout: limits.statementMs,
  lock_timeout: limits.lockMs,
  idle_in_transaction_session_timeout: limits.idleTransactionMs,
  query_timeout: limits.queryMs,
});

/** Returns the options of the connections for writes and all other work without connections of its own. */
export const writeOptions = (limits: DatabaseLimits) => ({
  ...connectionOptions(limits),
  connectionTimeoutMillis: limits.connectMs,
  maxLifetimeSeconds: limits.connectionLifetimeMs / 1000,
});

/** Returns the options of the connections for lists and searches. */
export const listOptions = (limits: DatabaseLimits) => ({
  ...connectionOptions({
    ...limits,
    statementMs: limits.listMs,
    queryMs: Math.min(limits.queryMs, limits.listMs + MARGIN_MS),
  }),
  maxLifetimeSeconds: limits.connectionLifetimeMs / 1000,
});

/** Returns the options of the connections for short reads. */
export const shortReadOptions = (limits: DatabaseLimits) =>
  connectionOptions({
    ...limits,
    statementMs: Math.min(limits.statementMs, limits.shortReadMs),
    lockMs: Math.min(limits.lockMs, limits.shortReadMs / 3),
    queryMs: Math.min(limits.queryMs, limits.shortReadMs + MARGIN_MS),
  });

/** The options of a connection without time limits, for migrations and other long work. */
export const UNLIMITED_OPTIONS = {
  ...KEEP_ALIVE,
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  query_timeout: 0,
};
