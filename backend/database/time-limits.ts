/** How long the server waits for PostgreSQL, in milliseconds, and how much of it at once. */
export interface DatabaseLimits {
  /** One statement, at most; PostgreSQL cancels it then. */
  readonly statementMs: number;
  /** A list, a search or a count, at most. */
  readonly listMs: number;
  /** Waiting for a lock, at most. */
  readonly lockMs: number;
  /** A transaction in which nothing happens, at most. */
  readonly idleTransactionMs: number;
  /** Waiting for an answer, at most: past that, the connection counts as frozen and is replaced. */
  readonly queryMs: number;
  /** The age at which a connection is replaced by a new one. */
  readonly connectionLifetimeMs: number;
  /** Searches, and lists in an order that no index gives, at once; further ones wait. */
  readonly searchesAtOnce: number;
}

/** What holds where nobody says otherwise; the settings have the same defaults. */
export const DEFAULT_LIMITS: DatabaseLimits = {
  statementMs: 8_000,
  listMs: 4_000,
  lockMs: 3_000,
  idleTransactionMs: 10_000,
  queryMs: 9_000,
  connectionLifetimeMs: 30 * 60_000,
  searchesAtOnce: 3,
};

/** Reads of a fraction of a millisecond: what takes longer than this waits for a lock, or is not coming. */
const SHORT_READ = { statementMs: 3_000, lockMs: 1_000, queryMs: 4_000 };
/** How much longer than PostgreSQL the client waits: the way there and back. */
const MARGIN_MS = 1_000;

const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

/** The limits as options of a connection. They are set once, when it is opened, and cost no statement anything. */
function connectionOptions({
  statementMs,
  lockMs,
  idleTransactionMs,
  queryMs,
}: Pick<DatabaseLimits, 'statementMs' | 'lockMs' | 'idleTransactionMs' | 'queryMs'>) {
  return {
    ...KEEP_ALIVE,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    query_timeout: queryMs,
  };
}

/** Options of the connections for writes and whatever else has no connections of its own. */
export const writeOptions = (limits: DatabaseLimits) => ({
  ...connectionOptions(limits),
  maxLifetimeSeconds: limits.connectionLifetimeMs / 1000,
});

/** Options of the connections for lists and searches. */
export const listOptions = (limits: DatabaseLimits) => ({
  ...connectionOptions({
    ...limits,
    statementMs: limits.listMs,
    queryMs: Math.min(limits.queryMs, limits.listMs + MARGIN_MS),
  }),
  maxLifetimeSeconds: limits.connectionLifetimeMs / 1000,
});

/** Options of the connections for short reads. */
export const shortReadOptions = (limits: DatabaseLimits) =>
  connectionOptions({
    ...limits,
    statementMs: Math.min(limits.statementMs, SHORT_READ.statementMs),
    lockMs: Math.min(limits.lockMs, SHORT_READ.lockMs),
    queryMs: Math.min(limits.queryMs, SHORT_READ.queryMs),
  });

/** Options of a connection for migrations and whatever else may take its time. */
export const unlimitedOptions = () => ({
  ...KEEP_ALIVE,
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  query_timeout: 0,
});
