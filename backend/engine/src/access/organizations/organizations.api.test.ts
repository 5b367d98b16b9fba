import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
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

describe('an organisation', () => {
  it('can be created by a user with a verified address', async () => {
    const user = await ctx.somebody();
    const create = () => outcome(ctx.post(user, 'create', { name: 'Guild', slug: ctx.newSlug() }));
    expect(await create()).toBe('done');
    await ctx.at.rows('update users set email_verified = false where id = $1', [user.id]);
    expect(await create()).toBe('YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION');
  });

  it('has a unique slug', async () => {
    const { slug } = await ctx.organization();
    const other = await ctx.somebody();
    expect(await outcome(ctx.post(other, 'create', { name: 'Guild', slug }))).toBe(
      'ORGANIZATION_ALREADY_EXISTS',
    );
    expect(await outcome(ctx.post(other, 'check-slug', { slug }))).toBe('ORGANIZATION_SLUG_ALREADY_TAKEN');
  });

  it('has a unique slug even if ten are created concurrently', async () => {
    const user = await ctx.somebody();
    const json = { name: 'Guild', slug: ctx.newSlug() };
    const made = Array.from({ length: 10 }, () => outcome(ctx.post(user, 'create', json)));
    const outcomes = await Promise.all(made);
    expect(outcomes.filter((how) => how === 'done')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['done', 'ORGANIZATION_ALREADY_EXISTS']));
  });

  it.each([['<b>Guild</b>'], ['x'.repeat(101)], ['  ']])('cannot have the name %j', async (name) => {
    const user = await ctx.somebody();
    const { status, body } = await ctx.post(user, 'create', { name, slug: ctx.newSlug() });
    expect(status).toBe(400);
    expect(body.errors.name).toHaveLength(1);
  });

  it.each([
    { logo: 'javascript:alert(1)' },
    { logo: `https://example.com/${'x'.repeat(2048)}` },
    { metadata: { notes: 'x'.repeat(10_000) } },
  ])('rejects invalid details: %j', async (description) => {
    const user = await ctx.somebody();
    const json = { name: 'Guild', slug: ctx.newSlug(), ...description };
    const { status, body } = await ctx.post(user, 'create', json);
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toEqual(Object.keys(description));
  });

  it('is one of at most ten per user', async () => {
    const user = await ctx.somebody();
    const create = () => outcome(ctx.post(user, 'create', { name: 'Guild', slug: ctx.newSlug() }));
    await ctx.at.rows(
      `with made as (
         insert into organizations (id, name, slug)
         select gen_random_uuid(), 'Guild', $1 || '-' || n from generate_series(1, 9) as n returning id
       )
       insert into members (id, organization_id, user_id, role) select gen_random_uuid(), id, $2, 'owner' from made`,
      [ctx.newSlug(), user.id],
    );
    expect(await create()).toBe('done');
    expect(await create()).toBe('YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS');
  });

  it('can be updated by its owner and admins', async () => {
    const { organizationId, owner, admin, member, stranger } = await ctx.organizationWithMembers();
    const update = (who: OrganizationUser) =>
      outcome(ctx.post(who, 'update', { organizationId, data: { name: 'Guild' } }));
    expect(await update(owner)).toBe('done');
    expect(await update(admin)).toBe('done');
    expect(await update(member)).toBe('YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION');
    expect(await update(stranger)).toBe('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION');
  });

  it('can be deleted only by its owner', async () => {
    const { organizationId, owner, admin, member, stranger } = await ctx.organizationWithMembers();
    const remove = (who: OrganizationUser) => outcome(ctx.post(who, 'delete', { organizationId }));
    expect(await remove(stranger)).toBe('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION');
    expect(await remove(member)).toBe('YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION');
    expect(await remove(admin)).toBe('YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION');
    expect(await remove(owner)).toBe('done');
    expect(await ctx.at.rows('select 1 from teams where organization_id = $1', [organizationId])).toEqual([]);
  });

  it('is visible only to its members', async () => {
    const { organizationId, member, stranger } = await ctx.organizationWithMembers();
    const see = (who: OrganizationUser) =>
      outcome(ctx.get(who, `get-full-organization?organizationId=${organizationId}`));
    expect(await see(member)).toBe('done');
    expect(await see(stranger)).toBe('ORGANIZATION_NOT_FOUND');
    expect(await outcome(ctx.get(stranger, `list-members?organizationId=${organizationId}`))).toBe(
      'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION',
    );
    expect(await outcome(ctx.get(stranger, 'list-members?organizationSlug=nowhere'))).toBe(
      'ORGANIZATION_NOT_FOUND',
    );
    expect(await outcome(ctx.get(stranger, 'list-members'))).toBe('NO_ACTIVE_ORGANIZATION');
  });
});

describe('to a stranger, an organisation is like one that does not exist', () => {
  type Ids = Readonly<Record<'id' | 'slug' | 'team' | 'member' | 'invitation' | 'user', string>>;
  const role = 'member';
  const GETS: Readonly<Record<string, (ids: Ids) => string>> = {
    'get-full-organization': ({ id }) => `organizationId=${id}`,
    'get-full-organization by slug': ({ slug }) => `organizationSlug=${slug}`,
    'list-members': ({ id }) => `organizationId=${id}`,
    'list-members by slug': ({ slug }) => `organizationSlug=${slug}`,
    'list-invitations': ({ id }) => `organizationId=${id}`,
    'list-teams': ({ id }) => `organizationId=${id}`,
    'list-team-members': ({ team }) => `teamId=${team}`,
    'get-active-member-role': ({ id }) => `organizationId=${id}`,
    'get-active-member-role by slug': ({ slug }) => `organizationSlug=${slug}`,
  };
  const POSTS: Readonly<Record<string, (ids: Ids) => object>> = {
    'set-active': ({ id }) => ({ organizationId: id }),
    'set-active by slug': ({ slug }) => ({ organizationSlug: slug }),
    'set-active-team': ({ team }) => ({ teamId: team }),
    update: ({ id }) => ({ organizationId: id, data: { name: 'Mine' } }),
    delete: ({ id }) => ({ organizationId: id }),
    leave: ({ id }) => ({ organizationId: id }),
    'invite-member': ({ id }) => ({ organizationId: id, email: 'friend@example.com', role }),
    'cancel-invitation': ({ invitation }) => ({ invitationId: invitation }),
    'remove-member': ({ id, member }) => ({ organizationId: id, memberIdOrEmail: member }),
    'update-member-role': ({ id, member }) => ({ organizationId: id, memberId: member, role }),
    'create-team': ({ id }) => ({ organizationId: id, name: 'Mine' }),
    'update-team': ({ id, team }) => ({ teamId: team, data: { name: 'Mine', organizationId: id } }),
    'remove-team': ({ id, team }) => ({ teamId: team, organizationId: id }),
    'add-team-member': ({ team, user }) => ({ teamId: team, userId: user }),
    'remove-team-member': ({ team, user }) => ({ teamId: team, userId: user }),
    'has-permission': ({ id }) => ({ organizationId: id, permissions: { member: ['create'] } }),
  };

  it.each([
    ...Object.entries(GETS).map(([endpoint, query]) => [endpoint, 'GET', query] as const),
    ...Object.entries(POSTS).map(([endpoint, body]) => [endpoint, 'POST', body] as const),
  ])('%s', async (endpoint, _method, given) => {
    const { organizationId, slug, owner, member, stranger } = await ctx.organizationWithMembers();
    const { invitation } = await ctx.invite(owner, organizationId);
    const [team] = await ctx.at.rows<{ id: string }>('select id from teams where organization_id = $1', [
      organizationId,
    ]);
    const there = { team: team!.id, member: member.memberId, invitation: invitation.id, user: owner.id };
    const none = { team: newId(), member: newId(), invitation: newId(), user: newId() };
    const [path = ''] = endpoint.split(' ');
    const ask = async (ids: Ids) => {
      const requested = given(ids);
      const response =
        typeof requested === 'string'
          ? await ctx.get(stranger, `${path}?${requested}`)
          : await ctx.post(stranger, path, requested);
      return { status: response.status, body: { ...response.body, requestId: '' } };
    };
    const foreign = await ask({ id: organizationId, slug, ...there });
    expect(foreign.status).toBeGreaterThanOrEqual(400);
    expect(foreign).toEqual(await ask({ id: newId(), slug: 'nowhere', ...none }));
  });
});

describe('the members of an organisation', () => {
  it('can be managed by its owner and admins', async () => {
    const { organizationId, owner, admin, member, stranger } = await ctx.organizationWithMembers();
    const promote = (who: OrganizationUser, role = 'admin') =>
      outcome(ctx.post(who, 'update-member-role', { organizationId, memberId: member.memberId, role }));
    expect(await promote(member)).toBe('YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER');
    expect(await promote(stranger)).toBe('MEMBER_NOT_FOUND');
    expect(await promote(admin)).toBe('done');
    expect(await promote(admin, 'owner')).toBe('YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER');
    expect(await promote(owner, 'member')).toBe('done');
    expect(await promote(owner, 'emperor')).toBe('ROLE_NOT_FOUND');

    const remove = (who: OrganizationUser, memberIdOrEmail: string) =>
      outcome(ctx.post(who, 'remove-member', { organizationId, memberIdOrEmail }));
    expect(await remove(member, admin.memberId)).toBe('YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER');
    expect(await remove(admin, owner.email)).toBe('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER');
    expect(await remove(admin, member.email)).toBe('done');
    expect(await remove(admin, member.email)).toBe('MEMBER_NOT_FOUND');
  });

  it('always include an owner', async () => {
    const { organizationId, owner, admin } = await ctx.organizationWithMembers();
    expect(await outcome(ctx.post(owner, 'leave', { organizationId }))).toBe(
      'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
    );
    const [{ id: memberId }] = (await ctx.at.rows('select id from members where user_id = $1', [
      owner.id,
    ])) as [{ id: string }];
    expect(
      await outcome(ctx.post(owner, 'update-member-role', { organizationId, memberId, role: 'member' })),
    ).toBe('YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER');
    expect(await outcome(ctx.post(admin, 'leave', { organizationId }))).toBe('done');
  });

  it('keep one owner when two owners leave concurrently', async () => {
    const { organizationId, owner } = await ctx.organization();
    const second = await ctx.join(owner, organizationId, 'member');
    await ctx.post(owner, 'update-member-role', { organizationId, memberId: second.memberId, role: 'owner' });
    const responses = await Promise.all([
      outcome(ctx.post(owner, 'leave', { organizationId })),
      outcome(ctx.post(second, 'leave', { organizationId })),
    ]);
    expect(responses.filter((response) => response === 'done')).toHaveLength(1);
  });

  it('keep their only owner when accounts are deleted; an only member’s organisation is deleted too', async () => {
    const { organizationId, owner } = await ctx.organizationWithMembers();
    const rejected = { status: 409, body: { code: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER' } };
    expect(await ctx.at.call(owner.browser, 'POST', '/api/auth/delete-user', {})).toMatchObject(rejected);
    expect(await ctx.at.call(ctx.at.admin, 'DELETE', `/api/users/${owner.id}`)).toMatchObject(rejected);
    await ctx.at.rows('delete from members where organization_id = $1 and user_id <> $2', [
      organizationId,
      owner.id,
    ]);
    expect((await ctx.at.call(owner.browser, 'POST', '/api/auth/delete-user', {})).status).toBe(200);
    expect(await ctx.at.rows('select 1 from organizations where id = $1', [organizationId])).toEqual([]);
  });

  it('are limited to a hundred', async () => {
    const { organizationId, owner } = await ctx.organization();
    const { guest, invitation } = await ctx.invite(owner, organizationId);
    await ctx.at.rows(
      `with crowd as (
         insert into users (id, email, name, email_verified, created_at, updated_at)
         select gen_random_uuid(), 'crowd' || n || '-' || $1 || '@example.com', '', true, now(), now()
         from generate_series(1, 99) n returning id)
       insert into members (id, organization_id, user_id, role, created_at)
       select gen_random_uuid(), $1::uuid, id, 'member', now() from crowd`,
      [organizationId],
    );
    expect(await outcome(ctx.post(guest, 'accept-invitation', { invitationId: invitation.id }))).toBe(
      'ORGANIZATION_MEMBERSHIP_LIMIT_REACHED',
    );
  });
});
