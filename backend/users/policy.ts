import { sql } from 'kysely';
import { ApiError } from '#backend/http/api-error.ts';
import { actorHere, mustBeFreshHere } from '#backend/sessions/actor.ts';
import { roles } from '#contract/schema/rights.ts';
import { fieldError } from '#contract/validation.ts';
import { mustNotBeOnlyOwner, removeLonelyOrganizations } from '../organizations/owners.ts';
import { endSessions } from './end-sessions.ts';
import type { Person, PersonChange, Transaction } from './user.ts';

/** One number for all servers on a database: whoever takes an admin away holds it until the transaction ends. */
const ADMINS = 7_421_306;

/**
 * What has to hold, and to happen, before a person is changed, wherever the change comes from.
 *
 * @returns the change together with what follows from it: another address is not verified.
 * @throws ApiError when it bans or demotes the one who acts, or the last admin, or names a role that does not exist.
 */
export async function beforeChange(
  db: Transaction,
  person: Person,
  change: PersonChange,
): Promise<PersonChange> {
  const { role = person.role } = change;
  const changesRole = role !== person.role;
  const bans = Boolean(change.banned);
  if (changesRole) refuseUnknownRole(role);
  if (actorHere() === person.id) {
    if (changesRole) throw new ApiError('YOU_CANNOT_CHANGE_YOUR_OWN_ROLE');
    if (bans) throw new ApiError('YOU_CANNOT_BAN_YOURSELF');
  }
  const movesAddress = change.email !== undefined && change.email !== person.email;
  // Either would let whoever holds a forgotten session become somebody else.
  if (changesRole || movesAddress) mustBeFreshHere();
  if (person.role === 'admin' && (changesRole || bans)) await refuseLosingLastAdmin(db, person);
  if (bans) await endSessions(db, { of: person.id });
  else if (changesRole) await endSessions(db, { begunBy: person.id });
  return movesAddress ? { emailVerified: false, ...change } : change;
}

/**
 * What has to hold before a person is made.
 *
 * @throws ApiError when an admin is made from a session that is older than a day.
 */
export function beforeCreation({ role }: { readonly role?: unknown }): void {
  if (role === 'admin') mustBeFreshHere();
}

/**
 * Tries out whether a person may be deleted, before anything of theirs is.
 *
 * @throws ApiError when it is the last admin, or the only owner of an organisation that others belong to; or when
 *   whoever deletes it has not signed in within a day.
 */
export async function mustBeRemovable(db: Transaction, person: Pick<Person, 'id' | 'role'>): Promise<void> {
  mustBeFreshHere();
  if (person.role === 'admin') await refuseLosingLastAdmin(db, person);
  await mustNotBeOnlyOwner(db, person.id);
}

/**
 * What has to hold, and to happen, before a person is deleted. Their own sessions go with them, and the
 * organisations that nobody else belongs to.
 *
 * @throws ApiError when they may not be deleted.
 */
export async function beforeRemoval(db: Transaction, person: Person): Promise<void> {
  await mustBeRemovable(db, person);
  await endSessions(db, { begunBy: person.id });
  await removeLonelyOrganizations(db, person.id);
}

/** @throws ApiError INVALID for anything but one of the two roles. */
export function refuseUnknownRole(role: unknown): void {
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
async function refuseLosingLastAdmin(db: Transaction, { id }: Pick<Person, 'id'>): Promise<void> {
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
