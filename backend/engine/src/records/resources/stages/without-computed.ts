import type { Resource } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import { runAhead } from '#backend/database/query.ts';
import { logger } from '#backend/logging/logger.ts';
import { isDataException, UnreadableRecord } from '../database-errors.ts';
import type { ShownFields } from '../query/projection.ts';

/** What is read, or written and returned. */
interface Read {
  readonly resource: Resource;
  /** The record, if it is one: the log names it. */
  readonly record?: string | undefined;
  /** The open transaction, which PostgreSQL aborts with a failed statement. */
  readonly transaction?: Transaction | undefined;
}

/**
 * Runs a statement that shows computed fields; if it fails because one of them has no value, logs this for a
 * single record and runs another statement. In a transaction the first one is sent with a savepoint.
 */
export async function orWithoutComputed<Result>(
  { resource, record, transaction: db }: Read,
  { first, otherwise }: { first: () => Promise<Result>; otherwise: () => Promise<Result> },
): Promise<Result> {
  if (db) await runAhead(db, sql`savepoint with_computed`.compile(db));
  try {
    const result = await first();
    if (db) await runAhead(db, sql`release savepoint with_computed`.compile(db));
    return result;
  } catch (error) {
    if (!isDataException(error) && !(error instanceof UnreadableRecord)) throw error;
    if (db) await sql`rollback to savepoint with_computed`.execute(db);
    const result = await otherwise();
    if (record !== undefined)
      logger.error({ err: error, resource: resource.name, record }, 'computed fields omitted');
    return result;
  }
}

/** Reads records by id with computed fields, and without them those of which one has no value. */
export async function readComputed<Found>(
  place: Omit<Read, 'record'>,
  {
    ids,
    read,
  }: {
    ids: readonly string[];
    read: (ids: readonly string[], shown: ShownFields) => Promise<Map<string, Found>>;
  },
): Promise<Map<string, Found>> {
  const oneByOne = async () => {
    const found = new Map<string, Found>();
    for (const id of ids)
      for (const [key, record] of await readComputed(place, { ids: [id], read })) found.set(key, record);
    return found;
  };
  const [record] = ids.length === 1 ? ids : [];
  return orWithoutComputed(
    { ...place, record },
    {
      first: () => read(ids, 'all'),
      otherwise: () => (record === undefined ? oneByOne() : read(ids, 'stored')),
    },
  );
}
