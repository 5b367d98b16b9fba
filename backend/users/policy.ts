import { sql } from 'kysely';
import { ApiError } from '#backend/http/api-error.ts';
import { currentActor, requireFreshSession } from '#backend/sessions/actor.ts';
import { roles } from '#contract/schema/rights.ts';
import { fieldError } from '#contract/validation.ts';
import { deleteOrphanedOrganizations, requireAnotherOwner } from '../organizations/owners.ts';
import { endSessions } from './end-sessions.ts';
import type { Transaction, UserChange, UserRow } from './user.ts';

/** One number for all servers on a database: whoever takes an admin away holds it until the transaction ends. */
const ADMINS = 7_421_306;

/**
 * What has to hold, and to happen, before a user is changed, wherever the change comes from.
 *
 * @returns the change together with what follows from it: another address is not verified.
 * @throws ApiError when it bans or demotes the one who acts, or the last admin, or names a role that does not exist.
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
  // Either would let whoever holds a forgotten session become somebody else.
  if (changesRole || movesAddress) requireFreshSession();
  if (user.role === 'admin' && (changesRole || bans)) await refuseLosingLastAdmin(db, user);
  if (bans) await endSessions(db, { userId: user.id });
  else if (changesRole) await endSessions(db, { begunBy: user.id });
  return movesAddress ? { emailVerified: false, ...change } : change;
}

/**
 * What has to hold before a user is made.
 *
 * @throws ApiError when an admin is made from a session that is older than a day.
 */
export function beforeCreateUser({ role }: { readonly role?: unknown }): void {
  if (role === 'admin') requireFreshSession();
}

/**
 * Tries out whether a user may be deleted, before anything of theirs is.
 *
 * @throws ApiError when it is the last admin, or the only owner of an organisation that others belong to; or when
 *   whoever deletes it has not signed in within a day.
 */
export async function requireDeletable(db: Transaction, user: Pick<UserRow, 'id' | 'role'>): Promise<void> {
  requireFreshSession();
  if (user.role === 'admin') await refuseLosingLastAdmin(db, user);
  await requireAnotherOwner(db, user.id);
}

/**
 * What has to hold, and to happen, before a user is deleted. Their own sessions go with them, and the
 * organisations that nobody else belongs to.
 *
 * @throws ApiError when they may not be deleted.
 */
export async function beforeDeleteUser(db: Transaction, user: UserRow): Promise<void> {
  await requireDeletable(db, user);
  await endSessions(db, { begunBy: user.id });
  await deleteOrphanedOrganizations(db, user.id);
}

/** @throws ApiError INVALID for anything but one of the two roles. */
export function requireKnownRole(role: unknown): void {
  if (roles.some((known) => known === role)) return;
  const options = roles.join(', ');
  throw new ApiError('INVALID', {
    errors: { role: [fieldError('role', 'errors.invalidOption', { options })] },
  });
}

/**
 * Two admins who take each other's role at the same moment wait for one another here, and only one succeeds.
 *
 * @throws ApiError LAST_ADMIN when there is no other admin who could take over.
 */
async function refuseLosingLastAdmin(db: Transaction, { id }: Pick<UserRow, 'id'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(ADMINS)})`.execute(db);
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
