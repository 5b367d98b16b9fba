import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  OrganizationFixture,
  type OrganizationUser,
  outcome,
} from '#backend/testing/organization-fixture.ts';

let ctx: OrganizationFixture;

beforeAll(async () => {
  ctx = await OrganizationFixture.start();
});
afterAll(() => ctx?.at.close());

const teamsOf = async (who: OrganizationUser, organizationId: string) =>
  (await ctx.get(who, `list-teams?organizationId=${organizationId}`)).body as { id: string; name: string }[];

describe('the teams of an organisation', () => {
  it.each([['<b>Binders</b>'], ['x'.repeat(101)], ['  ']])('cannot have the name %j', async (name) => {
    const { organizationId, owner } = await ctx.organization();
    const [team] = await teamsOf(owner, organizationId);
    const made = await ctx.post(owner, 'create-team', { organizationId, name });
    const data = { organizationId, name };
    const renamed = await ctx.post(owner, 'update-team', { teamId: team?.id, data });
    for (const rejected of [made, renamed])
      expect(rejected).toMatchObject({ status: 400, body: { code: 'INVALID', errors: { name: [{}] } } });
  });

  it('can be created, renamed and removed by its owner and admins', async () => {
    const { organizationId, owner, admin, member, stranger } = await ctx.organizationWithMembers();
    const create = (who: OrganizationUser, name: string) =>
      outcome(ctx.post(who, 'create-team', { organizationId, name }));
    expect(await create(owner, 'Copyists')).toBe('done');
    expect(await create(admin, 'Binders')).toBe('done');
    expect(await create(member, 'Gilders')).toBe('YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION');
    expect(await create(stranger, 'Gilders')).toBe(
      'YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION',
    );

    const [team] = (await teamsOf(owner, organizationId)).filter(({ name }) => name === 'Binders');
    const rename = (who: OrganizationUser, name: string) =>
      outcome(ctx.post(who, 'update-team', { teamId: team!.id, data: { organizationId, name } }));
    expect(await rename(member, 'Gilders')).toBe('YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM');
    expect(await rename(stranger, 'Gilders')).toBe('YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM');
    expect(await rename(admin, 'Gilders')).toBe('done');
    expect(await rename(admin, 'GILDERS')).toBe('done');

    const remove = (who: OrganizationUser) =>
      outcome(ctx.post(who, 'remove-team', { teamId: team!.id, organizationId }));
    expect(await remove(member)).toBe('YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION');
    expect(await remove(stranger)).toBe('YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM');
    expect(await remove(admin)).toBe('done');
    expect(await remove(admin)).toBe('TEAM_NOT_FOUND');
  });

  it('have unique names', async () => {
    const { organizationId, owner } = await ctx.organization();
    const create = (name: string) => ctx.post(owner, 'create-team', { organizationId, name });
    const { body } = await create('Binders');
    expect(await outcome(create('bínders'))).toBe('TEAM_ALREADY_EXISTS');
    const second = await create('Copyists');
    const renamed = ctx.post(owner, 'update-team', {
      teamId: second.body.id,
      data: { organizationId, name: body.name },
    });
    expect(await outcome(renamed)).toBe('TEAM_ALREADY_EXISTS');
    const atOnce = await Promise.all([outcome(create('Gilders')), outcome(create('Gilders'))]);
    expect(atOnce.sort()).toEqual(['TEAM_ALREADY_EXISTS', 'done']);
  });

  it('always include one, even if the last two are removed concurrently', async () => {
    const { organizationId, owner } = await ctx.organization();
    const remove = (teamId: string) => outcome(ctx.post(owner, 'remove-team', { teamId, organizationId }));
    await ctx.post(owner, 'set-active-team', { teamId: null });
    await ctx.post(owner, 'create-team', { organizationId, name: 'Binders' });
    const both = await teamsOf(owner, organizationId);
    expect(both).toHaveLength(2);
    const responses = await Promise.all(both.map(({ id }) => remove(id)));
    expect(responses.sort()).toEqual(['UNABLE_TO_REMOVE_LAST_TEAM', 'done']);
    const [last] = await teamsOf(owner, organizationId);
    expect(await remove(last!.id)).toBe('UNABLE_TO_REMOVE_LAST_TEAM');
  });

  it('are limited to twenty', async () => {
    const { organizationId, owner } = await ctx.organization();
    const create = (name: string) => outcome(ctx.post(owner, 'create-team', { organizationId, name }));
    await ctx.at.rows(
      `insert into teams (id, name, organization_id)
       select gen_random_uuid(), 'Team ' || n, $1 from generate_series(1, 18) as n`,
      [organizationId],
    );
    expect(await create('Team 19')).toBe('done');
    expect(await create('Team 20')).toBe('YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS');
  });

  it('consist of members of the organisation, added by its owner and admins', async () => {
    const { organizationId, owner, admin, member, stranger } = await ctx.organizationWithMembers();
    const [team] = await teamsOf(owner, organizationId);
    const change = (path: string) => (who: OrganizationUser, whom: OrganizationUser) =>
      outcome(ctx.post(who, path, { teamId: team!.id, userId: whom.id, organizationId }));
    const [add, remove] = [change('add-team-member'), change('remove-team-member')];
    expect(await add(member, member)).toBe('YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER');
    expect(await add(admin, stranger)).toBe('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION');
    expect(await add(admin, member)).toBe('done');
    expect(await remove(member, member)).toBe('YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER');
    expect(await remove(admin, member)).toBe('done');
    expect(await remove(admin, member)).toBe('USER_IS_NOT_A_MEMBER_OF_THE_TEAM');
  });

  it('require an organisation', async () => {
    const nobody = await ctx.somebody();
    expect(await outcome(ctx.post(nobody, 'create-team', { name: 'Binders' }))).toBe(
      'NO_ACTIVE_ORGANIZATION',
    );
  });
});
