import { setImmediate } from 'node:timers/promises';
import type { HistoryChange } from '@bindery/contract/records/resources/history.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { Transaction } from './connection.ts';
import { newId } from './id.ts';
import { runAhead } from './query.ts';
import { timeAfter } from './time.ts';

/** The kind of a change. */
export type HistoryAction = HistoryChange['action'];

/** Returns an index of the changes that have a value in a column, because few do. */
const indexWith = (column: string, name: string, keys: string) => ({
  name,
  expression: `create index "${name}" on "history" (${keys}) where "${column}" is not null`,
});

/** The history table: a row per write to a record, added in its transaction. Rows are never changed. */
export const History = defineEntity({
  name: 'History',
  tableName: 'history',
  properties: {
    id: p.uuid().primary().onCreate(newId),
    resource: p.string().length(100),
    recordId: p.uuid(),
    action: p.string().length(10).$type<HistoryAction>(),
    /** The acting user; null for the application. No foreign key, because the history outlives its users. */
    actorId: p.uuid().nullable(),
    /** The admin who impersonated that user; null outside of impersonation. */
    impersonatorId: p.uuid().nullable(),
    /** The API key that the user acted with, under the name it had then: the history outlives keys, too. */
    apiKey: p.json<NamedApiKey>().nullable(),
    /** The shared id of changes made together: a bulk change, a deletion with its effects, an undo. */
    batch: p.uuid().nullable(),
    at: p.datetime(3).onCreate(() => new Date()),
    /** The fields that changed: `{ title: { before, after } }`. */
    changes: p.json<Changes>(),
  },
  indexes: [
    { name: 'history_record', properties: ['resource', 'recordId', 'at'] },
    { name: 'history_at', properties: ['at', 'id'] },
    { name: 'history_actor', properties: ['actorId', 'at', 'id'] },
    indexWith('impersonator_id', 'history_impersonator', '"impersonator_id", "at", "id"'),
    indexWith('api_key', 'history_api_key', `("api_key" ->> 'id'), "at", "id"`),
    indexWith('batch', 'history_batch', '"batch"'),
  ],
});

/** The values of each changed field before and after a write, as JSON. */
export type Changes = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;

/** An API key as the history names it. */
export interface NamedApiKey {
  readonly id: string;
  readonly name: string;
}

/** The author of a change: null for the application. */
export interface Author {
  readonly actor: string | null;
  /** The admin who impersonates the user `actor`. */
  readonly impersonator?: string | null;
  /** The API key that the user `actor` acts with. */
  readonly apiKey?: NamedApiKey | null;
}

/** Returns an author's API key as a value for a JSON column. */
export const apiKeyColumn = ({ apiKey = null }: Pick<Author, 'apiKey'>): string | null =>
  apiKey && JSON.stringify(apiKey);

/** A change to add to a record's history. */
export interface RecordChange {
  readonly resource: string;
  readonly record: string;
  readonly action: HistoryAction;
  readonly changes: Changes;
}

/** Changes that were made together. */
export interface RecordedChanges {
  readonly changes: readonly RecordChange[];
  readonly author: Author;
  /** Groups them in the history. */
  readonly batch: string | null;
}

/** The number of changes that one statement adds. */
const CHANGES_AT_ONCE = 500;

/** Returns changes with new ids as JSON, in the portions that one statement adds. */
export async function* changeRows(changes: readonly RecordChange[]): AsyncGenerator<string> {
  for (let start = 0; start < changes.length; start += CHANGES_AT_ONCE) {
    // The embedded database computes in this process, so other requests get a turn.
    if (start > 0) await setImmediate();
    const portion = changes.slice(start, start + CHANGES_AT_ONCE);
    yield JSON.stringify(
      portion.map(({ record, ...change }) => ({ ...change, id: newId(), record_id: record })),
    );
  }
}

/**
 * Adds changes that were made together. Their time is the database's, and later than all earlier changes of
 * the record, even if a clock was set back since.
 */
export async function insertHistory(
  db: Transaction,
  { changes, author, batch }: RecordedChanges,
): Promise<void> {
  const { actor, impersonator = null } = author;
  const latest = sql`(select max(at) from history as earlier
    where earlier.resource = change.resource and earlier.record_id = change.record_id)`;
  for await (const rows of changeRows(changes)) {
    const insertion = sql`
      insert into history
        (id, resource, record_id, action, actor_id, impersonator_id, api_key, batch, at, changes)
      select change.id, change.resource, change.record_id, change.action, ${actor}::uuid, ${impersonator}::uuid,
             ${apiKeyColumn(author)}::text::jsonb, ${batch}::uuid, ${timeAfter(latest)}, change.changes
      from jsonb_to_recordset(${rows}::text::jsonb)
        as change(id uuid, resource text, record_id uuid, action text, changes jsonb)`;
    await runAhead(db, insertion.compile(db));
  }
}
