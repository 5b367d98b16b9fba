import { sql } from 'kysely';
import { ApiError } from '#backend/http/api-error.ts';
import { currentActor, requireFreshSession } from '#backend/sessions/actor.ts';
import { roles } from '#contract/schema/rights.ts';
import { fieldError } from '#contract/validation.ts';
import { deleteOrphanedOrganizations, requireAnotherOwner } from '../organizations/owners.ts';
import { endSessions } from './end-sessions.ts';
import type { Transaction, UserChange, UserRow } from './user.ts';

/** Key of the advisory lock that transactions hold while they remove an admin; the same on all servers. */
const LAST_ADMIN_LOCK = 7_421_306;

/**
 * Validates and runs the side effects of updating a user, for every code path that does so.
 *
 * @returns the change, with `emailVerified: false` if the address changes.
 * @throws ApiError if it bans or demotes the acting user or the last admin, if the role does not exist, or if
 *   a change   of role or address does not come from a fresh session.
 */
export async function beforeUpdateUser(
  db: Transaction,
  user: UserRow,
  change: UserChange,
): Promise<UserChange> {
  const { role = user.role } = change;
  const changesRole = role !== user.role;
  const bans = Boolean(change.banned);
  if (changesRole) requireKnownRole(role);
  if (currentActor() === user.id) {
    if (changesRole) throw new ApiError('YOU_CANNOT_CHANGE_YOUR_OWN_ROLE');
    if (bans) throw new ApiError('YOU_CANNOT_BAN_YOURSELF');
  }
  const movesAddress = change.email !== undefined && change.email !== user.email;
  // Either would let an attacker with a stolen session take over an account.
  if (changesRole || movesAddress) requireFreshSession();
  if (user.role === 'admin' && (changesRole || bans)) await refuseLosingLastAdmin(db, user);
  if (bans) await endSessions(db, { userId: user.id });
  else if (changesRole) await endSessions(db, { createdBy: user.id });
  return movesAddress ? { emailVerified: false, ...change } : change;
}

/**
 * Validates the creation of a user.
 *
 * @throws ApiError SESSION_EXPIRED if an admin is created from a session that is older than a day.
 */
export function beforeCreateUser({ role }: { readonly role?: unknown }): void {
  if (role === 'admin') requireFreshSession();
}

/**
 * Checks whether a user may be deleted, before any of their data is.
 *
 * @throws ApiError if they are the last admin or the only owner of an organisation with other members, or if
 *   the acting   user's session is older than a day.
 */
export async function requireDeletable(db: Transaction, user: Pick<UserRow, 'id' | 'role'>): Promise<void> {
  requireFreshSession();
  if (user.role === 'admin') await refuseLosingLastAdmin(db, user);
  await requireAnotherOwner(db, user.id);
}

/**
 * Validates and runs the side effects of deleting a user: ends their impersonation sessions, and deletes the
 * organisations of which they are the only member. Their own sessions are deleted with the user.
 *
 * @throws ApiError if the user may not be deleted, see `requireDeletable`.
 */
export async function beforeDeleteUser(db: Transaction, user: UserRow): Promise<void> {
  await requireDeletable(db, user);
  await endSessions(db, { createdBy: user.id });
  await deleteOrphanedOrganizations(db, user.id);
}

/** @throws ApiError INVALID if the role does not exist. */
export function requireKnownRole(role: unknown): void {
  if (roles.some((known) => known === role)) return;
  const options = roles.join(', ');
  throw new ApiError('INVALID', {
    errors: { role: [fieldError('role', 'errors.invalidOption', { options })] },
  });
}

/**
 * Requires another active admin. Concurrent calls are serialized by a lock, so that two admins who demote
 * each other cannot both succeed.
 *
 * @throws ApiError LAST_ADMIN if there is no other active admin.
 */
async function refuseLosingLastAdmin(db: Transaction, { id }: Pick<UserRow, 'id'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LAST_ADMIN_LOCK)})`.execute(db);
  const others = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('id', '!=', id)
    .where((either) =>
      either.or([either('banned', 'is not', true), either('ban_expires', '<=', sql<Date>`now()`)]),
    )
    .limit(1)
    .execute();
  if (others.length === 0) throw new ApiError('LAST_ADMIN');
}
