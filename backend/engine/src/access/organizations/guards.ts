import { APIError } from 'better-auth/api';
import { organization } from 'better-auth/plugins';
import { type Kysely, sql } from 'kysely';
import {
  type InsertParams,
  mapUniqueViolation,
  type RowFilter,
  type TransactionContext,
  type UpdateParams,
  type WriteHooks,
} from '#backend/access/auth/transactional-adapter.ts';
import type { Tables } from '#backend/database/connection.ts';
import { countOwners, lockOrganization } from './owners.ts';

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
export const organizationGuards: Readonly<
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
  if (member) await lockOrganization(db, member.organizationId);
  const result = await write();
  if (member && (await countOwners(db, member.organizationId)) === 0)
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
  db: Kysely<Tables>,
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
