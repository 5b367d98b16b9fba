import { defineEntity, p } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import { newId } from './id.ts';
import { timeAfter, transactionTime } from './time.ts';

/**
 * The history table: one row per write to a record, added in the same transaction. Rows are never changed.
 */
export const History = defineEntity({
  name: 'History',
  tableName: 'history',
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => newId()),
    resource: p.string().length(100),
    recordId: p.uuid(),
    action: p.string().length(10).$type<'create' | 'update' | 'delete'>(),
    /**
     * The acting user; null where the application acted. Not a foreign key, because the history outlives its
     * users.
     */
    actorId: p.uuid().nullable(),
    at: p.datetime(3).onCreate(() => new Date()),
    /** The fields that changed: `{ title: { before, after } }`. */
    changes: p.json<Changes>(),
  },
  indexes: [
    { name: 'history_record', properties: ['resource', 'recordId', 'at'] },
    { name: 'history_at', properties: ['at', 'id'] },
  ],
});

/** The values of each changed field before and after a write, as JSON. */
export type Changes = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;

/** A new history entry. */
interface Entry {
  readonly resource: string;
  readonly record: string;
  readonly action: 'create' | 'update' | 'delete';
  /** Null where the application itself acts. */
  readonly actor: string | null;
  readonly changes: Changes;
}

/**
 * Returns a new history entry by column. Its time is the database's, and later than that of all earlier
 * entries of the record, even where a clock was set back since.
 */
export function historyEntry({ resource, record, action, actor, changes }: Entry) {
  return {
    id: newId(),
    resource,
    record_id: record,
    action,
    actor_id: actor,
    at: action === 'create' ? transactionTime : timeAfter(latestEntryTime(resource, record)),
    changes: JSON.stringify(changes),
  };
}

const latestEntryTime = (resource: string, record: string): RawBuilder<unknown> =>
  sql`(select max(at) from history where resource = ${resource} and record_id = ${record})`;

/** A history entry, by column. */
export type HistoryRow = ReturnType<typeof historyEntry>;
