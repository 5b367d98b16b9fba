import type { Transaction } from '#backend/database/connection.ts';
import { createHistoryEntry } from '#backend/database/history.ts';

/** Records the start or end of impersonation in the history of the impersonated user. */
export async function recordImpersonation(
  db: Transaction,
  { user, admin, begins }: { user: string; admin: string; begins: boolean },
): Promise<void> {
  const changes = { impersonated: { before: !begins, after: begins } };
  const entry = createHistoryEntry({
    resource: 'users',
    record: user,
    action: 'update',
    actor: admin,
    changes,
  });
  await db.insertInto('history').values(entry).execute();
}
