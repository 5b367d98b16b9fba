import type { Compilable } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import type { WriteContext } from '../hooks.ts';
import type { CompiledStatement } from '../query/sql-fragment.ts';
import { kyselyOf, readerOf, statementReader } from '../stages/transaction.ts';

/**
 * The connection of a write. Its statements either belong to one transaction, or each is a separate
 * transaction: writes differ in nothing else.
 */
export interface WriteSession {
  readonly actor: Actor;
  /** Groups the changes of one batch. */
  readonly batch: string | null;
  /** Whether the statements belong to one transaction. */
  readonly isTransaction: boolean;
  /** @throws Error if the statements are separate transactions */
  readonly transaction: WriteContext;
  /** Kysely within the transaction. @throws Error like `transaction` */
  readonly db: Transaction;
  /** Runs a statement that only reads. */
  read<Row extends object>(query: Compilable<Row> | CompiledStatement): Promise<Row[]>;
  /** Runs a statement that writes. */
  run<Row extends object>(statement: CompiledStatement): Promise<Row[]>;
}

/** Returns the session of a transaction. */
export function sessionWithin(writing: WriteContext): WriteSession {
  const db = kyselyOf(writing);
  const run = statementReader(db);
  return {
    actor: writing.actor,
    batch: writing.batch,
    isTransaction: true,
    transaction: writing,
    db,
    read: async <Row extends object>(query: Compilable<Row> | CompiledStatement) =>
      'sql' in query ? ((await run(query)) as Row[]) : readerOf(db)(query),
    run: async <Row extends object>(statement: CompiledStatement) => (await run(statement)) as Row[],
  };
}
