import type { PgliteConnection } from '@mikro-orm/pglite';
import { logger } from '#backend/logging/logger.ts';
import type { Turns } from './take-turns.ts';

type Transaction = Awaited<ReturnType<PgliteConnection['begin']>>;

/**
 * Rolls back transactions of an embedded database that run no statement for a while, and logs it.
 * PostgreSQL's `idle_in_transaction_session_timeout` does the same, but PGlite ignores it. An open
 * transaction blocks all other statements there, so one that waits for its own process would never finish.
 * Its later statements fail.
 */
export function endIdleTransactions({
  connection,
  turns,
  idleMs,
}: {
  connection: PgliteConnection;
  /** The turns of the same database, on which only an open transaction can run statements. */
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
    // A nested transaction is a savepoint.
    if (!options.ctx) watch(transaction, { ms: idleMs, begunAt: performance.now() });
    return transaction;
  };
  connection.commit = async (transaction, ...rest) => {
    forget(transaction);
    // MikroORM takes a rolled back transaction for a committed one.
    if (ended.has(transaction))
      throw new Error(`The transaction ran no statement for ${idleMs} ms and was rolled back`);
    await methods.commit(transaction, ...rest);
  };
  connection.rollback = async (transaction, ...rest) => {
    forget(transaction);
    if (!ended.has(transaction)) await methods.rollback(transaction, ...rest);
  };
}
