import { CompiledQuery } from 'kysely';
import type { Transaction } from './connection.ts';
import type { Query } from './query.ts';

/** Returns the function that reads where a transaction does: it sees what that has written. */
export const queryWithin =
  (db: Transaction): Query =>
  async <Row extends object>({ sql, parameters }: Parameters<Query>[0]) =>
    (await db.executeQuery<Row>(CompiledQuery.raw(sql, [...parameters]))).rows;
