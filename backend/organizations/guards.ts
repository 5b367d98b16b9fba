import { APIError } from 'better-auth/api';
import { type Kysely, sql } from 'kysely';
import type { Change, Creation, Guard, Inside, Where } from '#backend/auth/guarded-writes.ts';
import type { Tables } from '#backend/database/connection.ts';
import { countOwners, lockOrganization } from './owners.ts';

interface Kept {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
}

/**
 * What has to hold of an organisation whoever writes at the same moment: better-auth looks before it writes, and two
 * who look at once would both go ahead.
 */
export const organizationGuards: Readonly<Record<'member' | 'team', Guard>> = {
  member: {
    update: (inside, query) => keepingAnOwner(inside, query.where, () => inside.adapter.update(query)),
    delete: (inside, where) =>
      keepingAnOwner(inside, where, () => inside.adapter.delete({ model: 'member', where })),
  },
  team: { create: createTeam, update: updateTeam, delete: removeTeam },
};

/** @throws APIError when nobody would own the organisation any more. */
async function keepingAnOwner({ db, adapter }: Inside, where: Where, write: () => Promise<unknown>) {
  const member = await adapter.findOne<Kept>({ model: 'member', where });
  if (member) await lockOrganization(db, member.organizationId);
  const result = await write();
  if (member && (await countOwners(db, member.organizationId)) === 0)
    throw new APIError('BAD_REQUEST', {
      code: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER',
      message: 'You cannot leave the organization without an owner',
    });
  return result;
}

async function createTeam({ db, adapter }: Inside, query: Creation) {
  const { organizationId, name } = query.data as unknown as Kept;
  await lockOrganization(db, organizationId);
  await mustBeNewName(db, { organizationId, name });
  return adapter.create(query);
}

async function updateTeam({ db, adapter }: Inside, query: Change) {
  const team = await adapter.findOne<Kept>({ model: 'team', where: query.where });
  const { name } = query.update;
  if (team && name !== undefined) {
    await lockOrganization(db, team.organizationId);
    await mustBeNewName(db, { ...team, name: String(name) });
  }
  return adapter.update(query);
}

async function removeTeam({ db, adapter }: Inside, where: Where) {
  const team = await adapter.findOne<Kept>({ model: 'team', where });
  if (!team) return;
  await lockOrganization(db, team.organizationId);
  await adapter.delete({ model: 'team', where });
  const left = await adapter.count({
    model: 'team',
    where: [{ field: 'organizationId', value: team.organizationId }],
  });
  if (left === 0)
    throw new APIError('BAD_REQUEST', {
      code: 'UNABLE_TO_REMOVE_LAST_TEAM',
      message: 'Unable to remove last team',
    });
}

/** @throws APIError when another team of the organisation has the name, in whichever case. */
async function mustBeNewName(
  db: Kysely<Tables>,
  team: Partial<Kept> & Pick<Kept, 'organizationId' | 'name'>,
) {
  const taken = await db
    .selectFrom('teams')
    .select('id')
    .where('organization_id', '=', team.organizationId)
    .where(sql<string>`fold(name)`, '=', sql<string>`fold(${team.name})`)
    .where('id', '!=', team.id ?? '00000000-0000-0000-0000-000000000000')
    .execute();
  if (taken.length > 0)
    throw new APIError('BAD_REQUEST', { code: 'TEAM_ALREADY_EXISTS', message: 'Team already exists' });
}
