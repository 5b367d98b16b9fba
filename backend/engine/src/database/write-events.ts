import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { Transaction } from './connection.ts';
import {
  apiKeyColumn,
  type Changes,
  changeRows,
  insertHistory,
  type NamedApiKey,
  type RecordChange,
  type RecordedChanges,
} from './history.ts';
import { runAhead } from './query.ts';
import { transactionTime } from './time.ts';

/**
 * The transactional outbox: one row per write whose resource has an `afterCommit` hook, added in the
 * transaction of the write and deleted once the hook has run.
 */
export const WriteEvent = defineEntity({
  name: 'WriteEvent',
  tableName: 'write_events',
  properties: {
    /** Orders a record's events: unlike timestamps, it is assigned while the write locks the record. */
    position: p.bigint().primary().autoincrement(),
    /** The same for every delivery of the event. */
    id: p.uuid(),
    resource: p.string().length(100),
    recordId: p.uuid(),
    action: p.string().length(10).$type<RecordChange['action']>(),
    actorId: p.uuid().nullable(),
    impersonatorId: p.uuid().nullable(),
    apiKey: p.json<NamedApiKey>().nullable(),
    batch: p.uuid().nullable(),
    changes: p.json<Changes>(),
    at: p.datetime(3),
    /** When a server may deliver it: in the future while one does, and between two attempts. */
    dueAt: p.datetime(3),
    attempts: p.integer().default(0),
    /** When the last attempt failed; the row then stays for inspection. */
    failedAt: p.datetime(3).nullable(),
    error: p.text().nullable(),
  },
  indexes: [
    { name: 'write_events_due', properties: ['resource', 'dueAt', 'position'] },
    { name: 'write_events_record', properties: ['resource', 'recordId', 'position'] },
  ],
});

/** The resources with `afterCommit` hooks, and how to trigger delivery. */
export interface WriteEvents {
  readonly resources: ReadonlySet<string>;
  /** Signals that a write has been committed, so that its events are delivered at once. */
  wake(): void;
}

/** No hooks after a commit. */
export const noWriteEvents: WriteEvents = { resources: new Set(), wake: () => {} };

/** Adds changes to the history, and their events, in the transaction that makes them. */
export async function recordChanges(
  db: Transaction,
  recorded: RecordedChanges & { readonly events: WriteEvents },
): Promise<void> {
  await insertHistory(db, recorded);
  const { changes, author, batch, events } = recorded;
  const announced = changes.filter(({ resource }) => events.resources.has(resource));
  const { actor, impersonator = null } = author;
  for await (const rows of changeRows(announced)) {
    const insertion = sql`
      insert into write_events
        (id, resource, record_id, action, actor_id, impersonator_id, api_key, batch, changes, at, due_at)
      select event.id, event.resource, event.record_id, event.action, ${actor}::uuid, ${impersonator}::uuid,
             ${apiKeyColumn(author)}::text::jsonb, ${batch}::uuid, event.changes, ${transactionTime}, ${transactionTime}
      from jsonb_to_recordset(${rows}::text::jsonb)
        as event(id uuid, resource text, record_id uuid, action text, changes jsonb)`;
    await runAhead(db, insertion.compile(db));
  }
}
