import type { Kysely } from 'kysely';
import type { Tables, Transaction } from '#backend/database/connection.ts';
import { type Reading, readingIn } from '#backend/database/query.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import type { WriteContext } from '../hooks.ts';
import type { CompiledStatement } from '../query/sql-fragment.ts';
import type { ResourceService } from '../resource-service.ts';

/** A resource to write, and the author. */
export interface Writer {
  readonly service: ResourceService;
  readonly actor: Actor;
  /** Groups the changes of writes that are made together. */
  readonly batch?: string | null;
}

/** Runs a write of several steps in one transaction of the EntityManager. */
export const withTransaction = <Result>(
  { service, actor, batch = null }: Writer,
  work: (connection: WriteConnection) => Promise<Result>,
): Promise<Result> => {
  const { database, entities, resource } = service;
  return database.writeTo(resource.table, () =>
    database.em().transactional((em) => work(connectionWithin({ em, entities, actor, batch }))),
  );
};

/** Returns the Kysely instance of a write's transaction. */
export const kyselyOf = ({ em }: Pick<WriteContext, 'em'>): Kysely<Tables> => em.getKysely<Tables>();

/**
 * The connection of a write. Its statements either belong to one transaction, or each is a separate
 * transaction: writes differ in nothing else.
 */
export interface WriteConnection extends Reading {
  readonly actor: Actor;
  /** Groups the changes of one batch. */
  readonly batch: string | null;
  /** Whether the statements belong to one transaction. */
  readonly isTransaction: boolean;
  /** @throws Error if the statements are separate transactions */
  readonly transaction: WriteContext;
  /** Kysely within the transaction. @throws Error like `transaction` */
  readonly db: Transaction;
  /** Runs a statement that writes. */
  run<Row extends object>(statement: CompiledStatement): Promise<Row[]>;
}

/** Returns the connection of a transaction. */
export function connectionWithin(writing: WriteContext): WriteConnection {
  const db = kyselyOf(writing);
  const reading = readingIn(db);
  return {
    ...reading,
    actor: writing.actor,
    batch: writing.batch,
    isTransaction: true,
    transaction: writing,
    db,
    run: reading.query,
  };
}
