import { APIError } from 'better-auth/api';
import { organization } from 'better-auth/plugins';
import { sql } from 'kysely';
import {
  type InsertParams,
  mapUniqueViolation,
  type RowFilter,
  type TransactionContext,
  type UpdateParams,
  type WriteHooks,
} from '#backend/access/auth/transactional-adapter.ts';
import type { Transaction } from '#backend/database/connection.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';

/** Maximum number of pending invitations per organisation; low enough to prevent spam. */
export const OPEN_INVITATIONS = 20;

interface OrganizationRow {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
}

/**
 * Write hooks that enforce the invariants of organisations under concurrency: better-auth checks before it
 * writes, so two concurrent requests would both pass the check.
 */
export const organizationWriteHooks: Readonly<
  Record<'organization' | 'member' | 'team' | 'invitation', WriteHooks>
> = {
  organization: {
    create: ({ adapter }, query) => mapUniqueViolation(adapter.create(query), nameTaken),
    update: ({ adapter }, query) => mapUniqueViolation(adapter.update(query), nameTaken),
  },
  member: {
    update: (inside, query) => ensureOwnerRemains(inside, query.where, () => inside.adapter.update(query)),
    delete: (inside, where) =>
      ensureOwnerRemains(inside, where, () => inside.adapter.delete({ model: 'member', where })),
  },
  team: { create: createTeam, update: updateTeam, delete: removeTeam },
  invitation: { create: createInvitation },
};

/** better-auth's errors of organisations, by code. */
const { $ERROR_CODES: errors } = organization();

const nameTaken = () => APIError.from('BAD_REQUEST', errors.ORGANIZATION_ALREADY_EXISTS);

/** @throws APIError if the address is already invited, or the limit of pending invitations is reached. */
async function createInvitation({ db, adapter }: TransactionContext, query: InsertParams) {
  const { organizationId, email } = query.data;
  await lockOrganization(db, organizationId);
  const open = await db
    .selectFrom('invitations')
    .select('email')
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'pending')
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
  if (open.some((invitation) => invitation.email === email))
    throw APIError.from('BAD_REQUEST', errors.USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION);
  if (open.length >= OPEN_INVITATIONS) throw APIError.from('FORBIDDEN', errors.INVITATION_LIMIT_REACHED);
  return adapter.create(query);
}

/** @throws APIError if the organisation would have no owner left. */
async function ensureOwnerRemains(
  { db, adapter }: TransactionContext,
  where: RowFilter,
  write: () => Promise<unknown>,
) {
  const member = await adapter.findOne<OrganizationRow>({ model: 'member', where });
  if (!member) return write();
  await lockOrganization(db, member.organizationId);
  const result = await write();
  const left = db.selectFrom('members').select('id').where('organization_id', '=', member.organizationId);
  if (!(await left.where(isOwner).limit(1).executeTakeFirst()))
    throw APIError.from('BAD_REQUEST', errors.YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER);
  return result;
}

async function createTeam({ db, adapter }: TransactionContext, query: InsertParams) {
  const { organizationId, name } = query.data;
  await lockOrganization(db, organizationId);
  await requireUniqueTeamName(db, { organizationId, name });
  return adapter.create(query);
}

async function updateTeam({ db, adapter }: TransactionContext, query: UpdateParams) {
  const team = await adapter.findOne<OrganizationRow>({ model: 'team', where: query.where });
  const { name } = query.update;
  if (team && name !== undefined) {
    await lockOrganization(db, team.organizationId);
    await requireUniqueTeamName(db, { ...team, name: String(name) });
  }
  return adapter.update(query);
}

async function removeTeam({ db, adapter }: TransactionContext, where: RowFilter) {
  const team = await adapter.findOne<OrganizationRow>({ model: 'team', where });
  if (!team) return;
  await lockOrganization(db, team.organizationId);
  await adapter.delete({ model: 'team', where });
  const left = await adapter.count({
    model: 'team',
    where: [{ field: 'organizationId', value: team.organizationId }],
  });
  if (left === 0) throw APIError.from('BAD_REQUEST', errors.UNABLE_TO_REMOVE_LAST_TEAM);
}

/** @throws APIError if another team of the organisation has the same name, ignoring case. */
async function requireUniqueTeamName(
  db: Transaction,
  team: Partial<OrganizationRow> & Pick<OrganizationRow, 'organizationId' | 'name'>,
) {
  const taken = await db
    .selectFrom('teams')
    .select('id')
    .where('organization_id', '=', team.organizationId)
    .where(sql<string>`fold(name)`, '=', sql<string>`fold(${team.name})`)
    .$if(team.id !== undefined, (others) => others.where('id', '!=', team.id))
    .execute();
  if (taken.length > 0) throw APIError.from('BAD_REQUEST', errors.TEAM_ALREADY_EXISTS);
}

/** The SQL predicate of members who are owners. */
const isOwner = sql<boolean>`'owner' = any(string_to_array(replace(role, ' ', ''), ','))`;

/** Locks an organisation's row, which serializes changes of its members, teams and invitations. */
async function lockOrganization(db: Transaction, id: string): Promise<void> {
  await db.selectFrom('organizations').select('id').where('id', '=', id).forUpdate().execute();
}

/**
 * Requires that every organisation of a user with other members has another owner.
 * @throws ApiError YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER otherwise.
 */
export async function requireAnotherOwner(db: Transaction, user: string): Promise<void> {
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
export async function deleteOrphanedOrganizations(db: Transaction, user: string): Promise<void> {
  const others = sql`select 1 from members where organization_id = organizations.id and user_id <> ${user}`;
  await sql`
    delete from organizations where id in (${ownedBy(db, user)}) and not exists (${others})`.execute(db);
}

/** Selects the ids of the organisations that a user owns. */
const ownedBy = (db: Transaction, user: string) =>
  db.selectFrom('members').select('organization_id').where('user_id', '=', user).where(isOwner);
