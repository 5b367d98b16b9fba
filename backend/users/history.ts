import { type Changes, historyLine } from '#backend/database/history.ts';
import { actorHere } from '#backend/sessions/actor.ts';
import { type Person, shownFields, type Transaction } from './user.ts';

/** What became different between two states of a person, as JSON; a person who is not there has no fields. */
export function changesBetween(before: Partial<Person>, after: Partial<Person>): Changes {
  const changes: Record<string, Changes[string]> = {};
  for (const field of shownFields) {
    const [was, is] = [asJson(before[field]), asJson(after[field])];
    if (was !== is) changes[field] = { before: was, after: is };
  }
  return changes;
}

/** Adds a row to a person's history, in the transaction of the change itself. Without changes there is none. */
export async function recordChanges(
  db: Transaction,
  change: { person: string; action: 'create' | 'update' | 'delete'; changes: Changes; actor?: string | null },
): Promise<void> {
  const { person, action, changes, actor = actorHere() } = change;
  if (Object.keys(changes).length === 0) return;
  const line = historyLine({ resource: 'users', record: person, action, actor, changes });
  await db.insertInto('history').values(line).execute();
}

/** Records that an admin began, or ceased, to act as a person. */
export function recordImpersonation(
  db: Transaction,
  { person, admin, begins }: { person: string; admin: string; begins: boolean },
): Promise<void> {
  const changes = { impersonated: { before: !begins, after: begins } };
  return recordChanges(db, { person, action: 'update', changes, actor: admin });
}

function asJson(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}
