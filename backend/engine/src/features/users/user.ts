import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import { timeAfter } from '#backend/database/time.ts';

/** A user's row by field names, as policy and history use it. */
export type UserRow = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly email: string;
  readonly role?: string | null | undefined;
};

/** The changed fields of a user. */
export type UserChange = Readonly<Record<string, unknown>>;

/**
 * Locks a user's row until the transaction ends.
 * @returns the timestamp of the change, which is later than the previous one even if another server made
 * that.
 */
export async function lockUser(db: Transaction, id: string): Promise<Date> {
  const time = timeAfter(sql.ref('updated_at')).as('time');
  const [row] = await db.selectFrom('users').select(time).where('id', '=', id).forUpdate().execute();
  return new Date(row?.time ?? Date.now());
}
