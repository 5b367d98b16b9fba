import type { PgliteConnection } from '@mikro-orm/pglite';
import { logger } from '#backend/logging/logger.ts';
import type { Turns } from './take-turns.ts';

type Transaction = Awaited<ReturnType<PgliteConnection['begin']>>;

/**
 * Rolls back transactions of an embedded database that run no statement for a while, and writes a line to the log: what
 * `idle_in_transaction_session_timeout` does on a server, which PGlite ignores. An open transaction keeps everybody else
 * waiting there, so one that waits for its own process would never end. What it does afterwards fails.
 */
export function endIdleTransactions({
  connection,
  turns,
  idleMs,
}: {
  connection: PgliteConnection;
  /** Those of its database, where only an open transaction can run statements. */
  turns: Turns;
  idleMs: number;
}): void {
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
  const watch = (transaction: Transaction, { ms, begunAt }: { ms: number; begunAt: number }) => {
    const check = () => {
      const left = Math.max(turns.lastAt, begunAt) + idleMs - performance.now();
      if (left > 0) return watch(transaction, { ms: left, begunAt });
      end(transaction).catch((error: unknown) => logger.error({ err: error }, 'idle transaction not ended'));
    };
    timers.set(transaction, setTimeout(check, ms).unref());
  };

  connection.begin = async (options = {}) => {
    const transaction = await methods.begin(options);
    // One within another is a savepoint.
    if (!options.ctx) watch(transaction, { ms: idleMs, begunAt: performance.now() });
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
