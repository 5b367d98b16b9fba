import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import { recordImpersonation } from './history.ts';
import type { Transaction } from './person.ts';

/**
 * Which sessions are to end: those of a person, all but one of them, a single one by its id or token, or those begun
 * by an admin as somebody else; of these, maybe only those whose time is over.
 */
export interface Ending {
  readonly of?: string;
  readonly id?: string;
  readonly except?: string;
  readonly begunBy?: string;
  readonly token?: string;
  readonly over?: boolean;
}

/** Ends sessions, from the next request on. Returns how many there were. */
export async function endSessions(db: Transaction, ending: Ending): Promise<number> {
  const { of, id, except, begunBy, token, over } = ending;
  let query = db.deleteFrom('sessions').returning(['user_id', 'impersonated_by']);
  if (of) query = query.where('user_id', '=', of);
  if (id) query = query.where('id', '=', id);
  if (except) query = query.where('id', '!=', except);
  if (begunBy) query = query.where('impersonated_by', '=', begunBy);
  if (token) query = query.where('token', '=', token);
  if (over) query = query.where('expires_at', '<=', sql<Date>`now()`);
  const ended = await query.execute();
  for (const { user_id, impersonated_by } of ended)
    if (impersonated_by)
      await recordImpersonation(db, {
        person: String(user_id),
        admin: String(impersonated_by),
        begins: false,
      });
  return ended.length;
}

/** The same in a transaction of its own. */
export function endSessionsNow(database: Database, ending: Ending): Promise<number> {
  return database.kysely.transaction().execute((transaction) => endSessions(transaction, ending));
}
