import { sql } from 'kysely';
import type { Database, Transaction } from '#backend/database/connection.ts';
import { insertHistory } from '#backend/database/history.ts';

/** Selects the sessions to end. The filters are combined with AND. */
interface SessionSelection {
  /** All sessions of a user, including those in which they impersonate others. */
  readonly userId?: string;
  readonly id?: string;
  readonly ids?: readonly string[];
  /** The id of a session to leave. */
  readonly except?: string;
  /** The impersonation sessions of an admin. */
  readonly createdBy?: string;
  readonly token?: string;
  /** Only expired sessions. */
  readonly over?: boolean;
}

/**
 * Ends the selected sessions and impersonations started from them, on all servers from the next request.
 * @returns the number of selected sessions.
 * @throws Error if the selection names neither a user nor a session.
 */
export async function endSessions(db: Transaction, ending: SessionSelection): Promise<number> {
  const { userId, id, ids, except, createdBy, token, over } = ending;
  // Without any of these filters, the sessions of all users would end. An empty id matches no session.
  if ([userId, id, ids, createdBy, token].every((filter) => filter === undefined))
    throw new Error('The selection names no sessions to end.');
  // Locks the rows first, so that a session being started from one of them is visible when they are deleted.
  let query = db.selectFrom('sessions').select('id').orderBy('id').forUpdate();
  if (userId !== undefined)
    query = query.where((any) => any.or([any('user_id', '=', userId), any('impersonated_by', '=', userId)]));
  if (id !== undefined) query = query.where('id', '=', id);
  if (ids) query = query.where('id', 'in', ids);
  if (except) query = query.where('id', '!=', except);
  if (createdBy !== undefined) query = query.where('impersonated_by', '=', createdBy);
  if (token !== undefined) query = query.where('token', '=', token);
  if (over) query = query.where('expires_at', '<=', sql<Date>`now()`);
  const targets = (await query.execute()).map((row) => String(row.id));
  if (targets.length === 0) return 0;
  const ended = await db
    .deleteFrom('sessions')
    .where((any) => any.or([any('id', 'in', targets), any('parent_session_id', 'in', targets)]))
    .returning(['user_id', 'impersonated_by'])
    .execute();
  for (const { user_id: user, impersonated_by: admin } of ended)
    if (admin) await recordImpersonation(db, { user: String(user), admin: String(admin), begins: false });
  return targets.length;
}

/** Runs `endSessions` in its own transaction. */
export function endSessionsNow(database: Database, ending: SessionSelection): Promise<number> {
  return database.kysely.transaction().execute((transaction) => endSessions(transaction, ending));
}

/** Records the start or end of impersonation in the history of the impersonated user. */
export async function recordImpersonation(
  db: Transaction,
  { user, admin, begins }: { user: string; admin: string; begins: boolean },
): Promise<void> {
  const changes = { impersonated: { before: !begins, after: begins } };
  const change = { resource: 'users', record: user, action: 'update', changes } as const;
  await insertHistory(db, { changes: [change], author: { actor: admin }, batch: null });
}
