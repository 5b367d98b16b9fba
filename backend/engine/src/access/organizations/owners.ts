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
  const owned = await ownedBy(db, user).orderBy('organization_id').execute();
  for (const { organization_id: id } of owned) await lockOrganization(db, String(id));
  const left = await db
    .selectFrom('members')
    .select('organization_id')
    .where('organization_id', 'in', ownedBy(db, user))
    .where('user_id', '!=', user)
    .groupBy('organization_id')
    .having(sql<boolean>`not bool_or(${isOwner})`)
    .execute();
  if (left.length > 0) throw new ApiError('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER');
}

/** Deletes the organisations whose only member is this user as the owner. */
export async function deleteOrphanedOrganizations(db: Kysely<Tables>, user: string): Promise<void> {
  const others = sql`select 1 from members where organization_id = organizations.id and user_id <> ${user}`;
  await sql`
    delete from organizations where id in (${ownedBy(db, user)}) and not exists (${others})`.execute(db);
}

/** Selects the ids of the organisations that a user owns. */
const ownedBy = (db: Kysely<Tables>, user: string) =>
  db.selectFrom('members').select('organization_id').where('user_id', '=', user).where(isOwner);
