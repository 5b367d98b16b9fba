import { type Changes, historyEntry } from '#backend/database/history.ts';
import { currentActor } from '#backend/sessions/actor.ts';
import { historyFields, type Transaction, type UserRow } from './user.ts';

/** What became different between two states of a user, as JSON; a user who is not there has no fields. */
export function userChanges(before: Partial<UserRow>, after: Partial<UserRow>): Changes {
  const changes: Record<string, Changes[string]> = {};
  for (const field of historyFields) {
    const [was, is] = [asJson(before[field]), asJson(after[field])];
    if (was !== is) changes[field] = { before: was, after: is };
  }
  return changes;
}

/** Adds a row to a user's history, in the transaction of the change itself. Without changes there is none. */
export async function recordChanges(
  db: Transaction,
  change: { user: string; action: 'create' | 'update' | 'delete'; changes: Changes; actor?: string | null },
): Promise<void> {
  const { user, action, changes, actor = currentActor() } = change;
  if (Object.keys(changes).length === 0) return;
  const line = historyEntry({ resource: 'users', record: user, action, actor, changes });
  await db.insertInto('history').values(line).execute();
}

/** Records that an admin began, or ceased, to act as a user. */
export function recordImpersonation(
  db: Transaction,
  { user, admin, begins }: { user: string; admin: string; begins: boolean },
): Promise<void> {
  const changes = { impersonated: { before: !begins, after: begins } };
  return recordChanges(db, { user, action: 'update', changes, actor: admin });
}

function asJson(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}
