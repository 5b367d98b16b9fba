import { administers } from '@bindery/contract/records/administered-roles.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import type { AllResources, Roles } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import {
  deleteOrphanedOrganizations,
  requireAnotherOwner,
} from '#backend/access/organizations/write-hooks.ts';
import { endSessions } from '#backend/access/sessions/end-sessions.ts';
import type { Transaction } from '#backend/database/connection.ts';
import { type Actor, actingId, requireFresh } from '#backend/kernel/http/actor.ts';
import { ApiError, errorsAt } from '#backend/kernel/http/api-error.ts';

/** A user's row by field names, as policy and history use it. */
export type UserRow = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly email: string;
  readonly role?: string | null | undefined;
};

/** The changed fields of a user. */
type UserChange = Readonly<Record<string, unknown>>;

/** Key of the advisory lock that transactions hold while they remove an admin; the same on all servers. */
const LAST_ADMIN_LOCK = 7_421_306;

/**
 * Validates and runs the side effects of updating a user, for every code path.
 * @returns the change, with `emailVerified: false` if the address changes.
 * @throws ApiError if it bans or demotes the acting user or the last administrator of users, if the role does
 * not exist, or if a change of role or address does not come from a fresh session.
 */
export async function beforeUpdateUser(
  db: Transaction,
  {
    actor,
    user,
    change,
    resources,
  }: { actor: Actor; user: UserRow; change: UserChange; resources: AllResources },
): Promise<UserChange> {
  const { role = user.role } = change;
  const changesRole = role !== user.role;
  const bans = Boolean(change.banned);
  const roles = rolesOf(resources);
  if (changesRole) requireKnownRole(role, roles);
  if (actingId(actor) === user.id) {
    if (changesRole) throw new ApiError('YOU_CANNOT_CHANGE_YOUR_OWN_ROLE');
    if (bans) throw new ApiError('YOU_CANNOT_BAN_YOURSELF');
  }
  const movesAddress = change.email !== undefined && change.email !== user.email;
  // Either would let an attacker with a stolen session take over an account.
  if (changesRole || movesAddress) requireFresh(actor);
  const demotes = changesRole && !administers(String(role), user.role, resources);
  if (isAdministrator(user.role, roles) && (demotes || bans))
    await rejectLosingLastAdmin(db, { user, resources });
  if (bans) await endSessions(db, { userId: user.id });
  else if (changesRole) await endSessions(db, { createdBy: user.id });
  return movesAddress ? { emailVerified: false, ...change } : change;
}

/**
 * Validates the creation of a user.
 * @throws ApiError SESSION_EXPIRED if an administrator of users is created from a session older than a day.
 */
export function beforeCreateUser(
  { role }: { readonly role?: unknown },
  { actor, roles }: { actor: Actor; roles: Roles },
): void {
  if (isAdministrator(role, roles)) requireFresh(actor);
}

/**
 * Checks whether a user may be deleted, before any of their data is.
 * @throws ApiError if they are the last admin or the only owner of an organisation with other members, or if
 * the acting user's session is older than a day.
 */
export async function requireDeletable(
  db: Transaction,
  { actor, user, resources }: { actor: Actor; user: Pick<UserRow, 'id' | 'role'>; resources: AllResources },
): Promise<void> {
  requireFresh(actor);
  if (isAdministrator(user.role, rolesOf(resources))) await rejectLosingLastAdmin(db, { user, resources });
  await requireAnotherOwner(db, user.id);
}

/**
 * Validates and runs the side effects of deleting a user: ends their impersonation sessions, and deletes the
 * organisations of which they are the only member. Their own sessions are deleted with the user.
 * @throws ApiError if the user may not be deleted, see `requireDeletable`.
 */
export async function beforeDeleteUser(
  db: Transaction,
  { actor, user, resources }: { actor: Actor; user: UserRow; resources: AllResources },
): Promise<void> {
  await requireDeletable(db, { actor, user, resources });
  await endSessions(db, { createdBy: user.id });
  await deleteOrphanedOrganizations(db, user.id);
}

/**
 * Rejects writes of users during impersonation, everywhere: administrators must make them in their own name.
 * @throws ApiError IMPERSONATING.
 */
export function rejectImpersonator({ impersonator }: Pick<Actor, 'impersonator'>): void {
  if (impersonator !== null) throw new ApiError('IMPERSONATING');
}

const isAdministrator = (role: unknown, { administrators }: Roles): boolean =>
  administrators.some((name) => name === role);

/** @throws ApiError INVALID if the role does not exist. */
export function requireKnownRole(role: unknown, { names }: Roles): void {
  if (names.some((known) => known === role)) return;
  throw new ApiError('INVALID', errorsAt('role', 'errors.invalidOption', { options: names.join(', ') }));
}

/**
 * Requires another active user whose role may assign this user's role, such as another admin for an admin. A
 * lock serializes concurrent calls, so that two of them who demote each other cannot both succeed.
 * @throws ApiError LAST_ADMIN if there is none.
 */
async function rejectLosingLastAdmin(
  db: Transaction,
  { user: { id, role }, resources }: { user: Pick<UserRow, 'id' | 'role'>; resources: AllResources },
): Promise<void> {
  const giving = rolesOf(resources).administrators.filter((by) => administers(by, role, resources));
  await sql`select pg_advisory_xact_lock(${sql.lit(LAST_ADMIN_LOCK)})`.execute(db);
  const others = await db
    .selectFrom('users')
    .select('id')
    .where('role', 'in', giving)
    .where('id', '!=', id)
    .where((either) =>
      either.or([either('banned', 'is not', true), either('ban_expires', '<=', sql<Date>`now()`)]),
    )
    .limit(1)
    .execute();
  if (others.length === 0) throw new ApiError('LAST_ADMIN');
}
