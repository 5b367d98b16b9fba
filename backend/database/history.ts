import { defineEntity, p } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import { newId } from './id.ts';
import { timeAfter, transactionTime } from './time.ts';

/** What was done to a record: one row a write, in the same transaction. Rows are only ever added. */
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
    /** Who did it; empty where the product did. No foreign key: a history outlives its users. */
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

/** The value of each field that a write changed, as JSON. */
export type Changes = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;

/** A line of history that is about to be written. */
interface Entry {
  readonly resource: string;
  readonly record: string;
  readonly action: 'create' | 'update' | 'delete';
  /** Null where the product itself acts. */
  readonly actor: string | null;
  readonly changes: Changes;
}

/**
 * A line of history as its table takes it, by column: what was done, now. Its time is the database's, and later than
 * that of every line that the record has, whichever server's clock, or the database's own, was set back since.
 */
export function historyEntry({ resource, record, action, actor, changes }: Entry) {
  return {
    id: newId(),
    resource,
    record_id: record,
    action,
    actor_id: actor,
    at: action === 'create' ? transactionTime : timeAfter(lastLineOf(resource, record)),
    changes: JSON.stringify(changes),
  };
}

const lastLineOf = (resource: string, record: string): RawBuilder<unknown> =>
  sql`(select max(at) from history where resource = ${resource} and record_id = ${record})`;

/** A line of history, by column. */
export type HistoryRow = ReturnType<typeof historyEntry>;
