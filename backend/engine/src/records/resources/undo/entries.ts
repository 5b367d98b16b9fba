import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import type { Changes, HistoryAction } from '#backend/database/history.ts';

/** A stored change of the history. */
export interface StoredEntry {
  readonly id: string;
  readonly resource: string;
  readonly record: string;
  readonly action: HistoryAction;
  readonly changes: Changes;
  readonly batch: string | null;
  /** The user who made the change: an admin during impersonation. */
  readonly madeBy: string | null;
}

const columns = sql`id, resource, record_id as record, action, changes, batch,
  coalesce(impersonator_id, actor_id) as "madeBy"`;

/** Returns the changes of a batch. */
export async function readBatch(db: Transaction, batch: string): Promise<StoredEntry[]> {
  const query = sql<StoredEntry>`select ${columns} from history where batch = ${batch} order by at, id`;
  return (await query.execute(db)).rows;
}

/** Returns some entries. */
export async function readEntries(db: Transaction, ids: readonly string[]): Promise<StoredEntry[]> {
  const query = sql<StoredEntry>`select ${columns} from history where id = any(${ids}::uuid[]) order by at, id`;
  return (await query.execute(db)).rows;
}

/** Returns a change by its id. */
export async function readEntry(db: Transaction, id: string): Promise<StoredEntry | undefined> {
  return (await sql<StoredEntry>`select ${columns} from history where id = ${id}`.execute(db)).rows[0];
}

/** Returns the id of the latest change of each record. */
export async function latestEntries(
  db: Transaction,
  { resource, ids }: { resource: string; ids: readonly string[] },
): Promise<Map<string, string>> {
  const query = sql<{ id: string; record: string }>`
    select distinct on (record_id) record_id as record, id from history
    where resource = ${resource} and record_id = any(${ids}::uuid[]) order by record_id, at desc, id desc`;
  return new Map((await query.execute(db)).rows.map(({ id, record }) => [record, id]));
}
