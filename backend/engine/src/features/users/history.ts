import { columnFields } from '@bindery/contract/records/resources/fields.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { Transaction } from '#backend/database/connection.ts';
import { type Author, type Changes, createHistoryEntry } from '#backend/database/history.ts';
import { insertWriteEvents, type WriteEvents } from '#backend/database/write-events.ts';
import type { UserRow } from './user.ts';

/**
 * Returns the changes between two states of a user as JSON, of the fields of the entry that better-auth knows. A user
 * that does not exist is `{}`.
 */
export function userChanges(
  users: Resource | undefined,
  { before = {}, after = {} }: { before?: Partial<UserRow>; after?: Partial<UserRow> },
): Changes {
  const changes: Record<string, Changes[string]> = {};
  for (const { name } of users ? columnFields(users) : []) {
    const [was, is] = [asJson(before[name]), asJson(after[name])];
    if (was !== is) changes[name] = { before: was, after: is };
  }
  return changes;
}

/**
 * Adds a change to a user's history, and an event if a hook waits for it, in the transaction of the change.
 * Does nothing without changed fields.
 */
export async function recordUserChanges(
  db: Transaction,
  change: {
    user: string;
    action: 'create' | 'update' | 'delete';
    changes: Changes;
    author: Author;
    events: WriteEvents;
  },
): Promise<void> {
  const { user, action, changes, author, events } = change;
  if (Object.keys(changes).length === 0) return;
  const line = createHistoryEntry({ resource: 'users', record: user, action, changes, ...author });
  await db.insertInto('history').values(line).execute();
  const made = [{ resource: 'users', record: user, action, changes }];
  await insertWriteEvents(db, { changes: made, author, batch: null, events });
}

function asJson(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}
