import { type Kysely, sql } from 'kysely';
import type { Tables } from '#backend/database/connection.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';

const isOwner = sql<boolean>`'owner' = any(string_to_array(replace(role, ' ', ''), ','))`;

/** Returns the number of owners of an organisation. */
export async function countOwners(db: Kysely<Tables>, organization: string): Promise<number> {
  const owners = await db
    .selectFrom('members')
    .select('id')
    .where('organization_id', '=', organization)
    .where(isOwner)
    .execute();
  return owners.length;
}

/** Locks an organisation's row, which serializes changes of its members, teams and invitations. */
export async function lockOrganization(db: Kysely<Tables>, id: string): Promise<void> {
  await db.selectFrom('organizations').select('id').where('id', '=', id).forUpdate().execute();
}

/**
 * Requires that every organisation of a user with other members has another owner.
 * @throws ApiError YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER otherwise.
 */
export async function requireAnotherOwner(db: Kysely<Tables>, user: string): Promise<void> {
  for (const id of await organizationsOwnedBy(db, user)) {
    await lockOrganization(db, id);
    const others = await otherMembers(db, { id, user });
    if (others > 0 && (await countOwners(db, id)) < 2)
      throw new ApiError('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER');
  }
}

/** Deletes the organisations whose only member is this user as the owner. */
export async function deleteOrphanedOrganizations(db: Kysely<Tables>, user: string): Promise<void> {
  for (const id of await organizationsOwnedBy(db, user))
    if ((await otherMembers(db, { id, user })) === 0)
      await db.deleteFrom('organizations').where('id', '=', id).execute();
}

async function organizationsOwnedBy(db: Kysely<Tables>, user: string): Promise<string[]> {
  const owned = await db
    .selectFrom('members')
    .select('organization_id')
    .where('user_id', '=', user)
    .where(isOwner)
    .orderBy('organization_id')
    .execute();
  return owned.map(({ organization_id }) => String(organization_id));
}

async function otherMembers(db: Kysely<Tables>, { id, user }: { id: string; user: string }) {
  const others = await db
    .selectFrom('members')
    .select('id')
    .where('organization_id', '=', id)
    .where('user_id', '!=', user)
    .execute();
  return others.length;
}
