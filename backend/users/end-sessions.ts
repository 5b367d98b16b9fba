import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import { recordImpersonation } from './history.ts';
import type { Transaction } from './user.ts';

/**
 * Which sessions are to end: all of a user's, those begun as somebody else included; of these all but one, or a single
 * one; some by their ids or by a token; or those that an admin has begun as somebody else, maybe only those whose time
 * is over.
 */
export interface SessionSelection {
  readonly userId?: string;
  readonly id?: string;
  readonly ids?: readonly string[];
  readonly except?: string;
  readonly begunBy?: string;
  readonly token?: string;
  readonly over?: boolean;
}

/**
 * Ends sessions from the next request on, on every server, and with them those that were begun from them as somebody
 * else. Returns how many were meant and ended.
 *
 * @throws Error when the selection names neither a user nor a session.
 */
export async function endSessions(db: Transaction, ending: SessionSelection): Promise<number> {
  const { userId, id, ids, except, begunBy, token, over } = ending;
  // Without any of these, the sessions of all users would end.
  if (!(userId || id || ids || begunBy || token)) throw new Error('Which sessions are to end is not said.');
  // Locked first: a session that is being begun from one of these right now is there by the time they are deleted.
  let query = db.selectFrom('sessions').select('id').orderBy('id').forUpdate();
  if (userId)
    query = query.where((any) => any.or([any('user_id', '=', userId), any('impersonated_by', '=', userId)]));
  if (id) query = query.where('id', '=', id);
  if (ids) query = query.where('id', 'in', ids);
  if (except) query = query.where('id', '!=', except);
  if (begunBy) query = query.where('impersonated_by', '=', begunBy);
  if (token) query = query.where('token', '=', token);
  if (over) query = query.where('expires_at', '<=', sql<Date>`now()`);
  const meant = (await query.execute()).map((row) => String(row.id));
  if (meant.length > 0) await deleteWithBegun(db, meant);
  return meant.length;
}

async function deleteWithBegun(db: Transaction, ids: readonly string[]): Promise<void> {
  const ended = await db
    .deleteFrom('sessions')
    .where((any) => any.or([any('id', 'in', ids), any('parent_session_id', 'in', ids)]))
    .returning(['user_id', 'impersonated_by'])
    .execute();
  for (const { user_id, impersonated_by } of ended)
    if (impersonated_by)
      await recordImpersonation(db, {
        user: String(user_id),
        admin: String(impersonated_by),
        begins: false,
      });
}

/** The same in a transaction of its own. */
export function endSessionsNow(database: Database, ending: SessionSelection): Promise<number> {
  return database.kysely.transaction().execute((transaction) => endSessions(transaction, ending));
}
