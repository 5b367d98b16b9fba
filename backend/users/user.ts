import { type Kysely, sql } from 'kysely';
import type { Tables } from '#backend/database/connection.ts';
import { timeAfter } from '#backend/database/time.ts';
import resources from '#resources.config';

/** The way to the tables, inside a transaction wherever something is written. */
export type Transaction = Kysely<Tables>;

/** A user's row as rules and history look at it, by the names of fields. */
export type UserRow = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly email: string;
  readonly role?: string | null | undefined;
};

/** The fields of a user that are about to become different. */
export type UserChange = Readonly<Record<string, unknown>>;

/** The fields whose changes are kept in the history: those that admins see. */
export const historyFields: readonly string[] = Object.keys(resources.users.fields);

/**
 * Keeps a user from being changed by anybody else until the transaction ends.
 *
 * @returns the time of the change: later than that of the last one, whichever server made it.
 */
export async function lockUser(db: Transaction, id: string): Promise<Date> {
  const time = timeAfter(sql.ref('updated_at')).as('time');
  const [row] = await db.selectFrom('users').select(time).where('id', '=', id).forUpdate().execute();
  return new Date(row?.time ?? Date.now());
}
