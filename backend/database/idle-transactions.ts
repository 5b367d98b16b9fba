import type { PGlite } from '@electric-sql/pglite';
import type { PgliteConnection } from '@mikro-orm/pglite';
import { logger } from '#backend/logging/logger.ts';

/** When each embedded database has last run a statement. Only its open transaction can run any. */
const lastStatements = new WeakMap<PGlite, { at: number }>();

type Transaction = Awaited<ReturnType<PgliteConnection['begin']>>;

/**
 * Rolls back transactions of an embedded database that run no statement for a while, and writes a line to the log: what
 * `idle_in_transaction_session_timeout` does on a server, which PGlite ignores. An open transaction keeps everybody else
 * waiting there, so one that waits for its own process would never end. What it does afterwards fails.
 */
export function endIdleTransactions({
  connection,
  pglite,
  idleMs,
}: {
  connection: PgliteConnection;
  pglite: PGlite;
  idleMs: number;
}): void {
  const last = noteStatements(pglite);
  const timers = new Map<Transaction, NodeJS.Timeout>();
  const ended = new WeakSet<Transaction>();
  const methods = {
    begin: connection.begin.bind(connection),
    commit: connection.commit.bind(connection),
    rollback: connection.rollback.bind(connection),
  };

  const forget = (transaction: Transaction) => {
    clearTimeout(timers.get(transaction));
    timers.delete(transaction);
  };
  const end = async (transaction: Transaction) => {
    forget(transaction);
    ended.add(transaction);
    logger.error({ idleMs }, `A transaction was rolled back, because it ran no statement for ${idleMs} ms`);
    await transaction.rollback().execute();
  };
  const watch = (transaction: Transaction, ms: number) => {
    const check = () => {
      const left = last.at + idleMs - performance.now();
      if (left > 0) return watch(transaction, left);
      end(transaction).catch((error: unknown) => logger.error({ err: error }, 'idle transaction not ended'));
    };
    timers.set(transaction, setTimeout(check, ms).unref());
  };

  connection.begin = async (options = {}) => {
    const transaction = await methods.begin(options);
    // One within another is a savepoint.
    if (!options.ctx) {
      last.at = performance.now();
      watch(transaction, idleMs);
    }
    return transaction;
  };
  connection.commit = async (transaction, ...rest) => {
    forget(transaction);
    // MikroORM takes one that is rolled back for committed.
    if (ended.has(transaction))
      throw new Error(`The transaction ran no statement for ${idleMs} ms, and was rolled back`);
    await methods.commit(transaction, ...rest);
  };
  connection.rollback = async (transaction, ...rest) => {
    forget(transaction);
    if (!ended.has(transaction)) await methods.rollback(transaction, ...rest);
  };
}

function noteStatements(pglite: PGlite): { at: number } {
  const known = lastStatements.get(pglite);
  if (known) return known;
  const last = { at: performance.now() };
  lastStatements.set(pglite, last);
  const execute = pglite.execProtocolRaw.bind(pglite);
  pglite.execProtocolRaw = async (...message) => {
    try {
      return await execute(...message);
    } finally {
      last.at = performance.now();
    }
  };
  return last;
}
