import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
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

const missing = (email: string) => {
  throw new Error(`No invitation has reached ${email}`);
};

/** Waits for the invitation email to an address: emails are sent shortly after the response. */
const mailTo = (email: string) =>
  vi.waitFor(
    () => ctx.at.server.outbox(email).find(({ subject }) => subject.includes('The Guild')) ?? missing(email),
  );

describe('an invitation', () => {
  it('is sent in the language of the invited user, without links', async () => {
    const { organizationId, owner } = await ctx.organization();
    const guest = await ctx.somebody();
    await ctx.at.rows(`update users set language = 'fr' where id = $1`, [guest.id]);
    await ctx.post(owner, 'invite-member', { email: guest.email, role: 'member', organizationId });
    const mail = await mailTo(guest.email);
    expect(mail.subject).toBe('« Grace » vous invite à rejoindre « The Guild »');
    expect(mail.html).toContain('lang="fr"');
    expect(mail.html).not.toMatch(/href|https?:/);
  });

  it('is sent in the inviter’s language if the address has no account', async () => {
    const { organizationId, owner } = await ctx.organization();
    const json = { email: ctx.at.newAddress(), role: 'member', organizationId };
    const headers = { 'accept-language': 'ar' };
    await owner.browser.fetch('/api/auth/organization/invite-member', { json, headers });
    expect((await mailTo(json.email)).html).toContain('dir="rtl"');
  });

  it('can be sent by the owner and admins, with a role up to their own', async () => {
    const { organizationId, owner, admin, member, stranger } = await ctx.organizationWithMembers();
    const invite = (who: OrganizationUser, role: string) =>
      outcome(ctx.post(who, 'invite-member', { email: ctx.at.newAddress(), role, organizationId }));
    expect(await invite(owner, 'owner')).toBe('done');
    expect(await invite(admin, 'admin')).toBe('done');
    expect(await invite(admin, 'owner')).toBe('YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE');
    for (const unknown of ['emperor', ' owner', 'owner ', 'member, owner'])
      expect(await invite(admin, unknown)).toBe('ROLE_NOT_FOUND');
    expect(await invite(member, 'member')).toBe('YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION');
    expect(await invite(stranger, 'member')).toBe('MEMBER_NOT_FOUND');
  });

  it('is rejected for a user who is already invited or a member', async () => {
    const { organizationId, owner, member } = await ctx.organizationWithMembers();
    const invite = (email: string) =>
      outcome(ctx.post(owner, 'invite-member', { email, role: 'member', organizationId }));
    const email = ctx.at.newAddress();
    expect(await invite(email)).toBe('done');
    expect(await invite(email.toUpperCase())).toBe('USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION');
    expect(await invite(member.email)).toBe('USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION');
    expect(await invite('nobody')).toBe('INVALID_EMAIL');
  });

  it('is rejected if twenty invitations are pending', async () => {
    const { organizationId, owner } = await ctx.organization();
    const invite = () =>
      outcome(
        ctx.post(owner, 'invite-member', { email: ctx.at.newAddress(), role: 'member', organizationId }),
      );
    await ctx.at.rows(
      `insert into invitations (id, organization_id, inviter_id, email, role, status, expires_at)
       select gen_random_uuid(), $1, $2, 'pending' || n || '@example.com', 'member', 'pending', now() + interval '1 day'
       from generate_series(1, 19) as n`,
      [organizationId, owner.id],
    );
    expect(await invite()).toBe('done');
    expect(await invite()).toBe('INVITATION_LIMIT_REACHED');
  });

  it('is sent once for ten concurrent requests', async () => {
    const { organizationId, owner } = await ctx.organization();
    const json = { email: ctx.at.newAddress(), role: 'member', organizationId };
    const sent = Array.from({ length: 10 }, () => outcome(ctx.post(owner, 'invite-member', json)));
    const outcomes = await Promise.all(sent);
    expect(outcomes.filter((how) => how === 'done')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['done', 'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION']));
  });

  it('is one of at most fifty emails per user and hour, including repeated ones', async () => {
    const { organizationId, owner } = await ctx.organization();
    const json = { email: ctx.at.newAddress(), role: 'member', organizationId, resend: true };
    const invite = () => outcome(ctx.post(owner, 'invite-member', json));
    for (let sent = 0; sent < 2; sent++) expect(await invite()).toBe('done');
    // As if 47 more had been sent.
    const counted = await ctx.at.rows(
      'update rate_limit_counters set count = count + 47 where key like $1 and count = 2 returning count',
      [`%${owner.id}%`],
    );
    expect(counted).toEqual([{ count: 49 }]);
    expect(await invite()).toBe('done');
    expect(await invite()).toBe('TOO_MANY_REQUESTS');
  });

  it('can be accepted or rejected once, and only by the invited user', async () => {
    const { organizationId, owner } = await ctx.organization();
    const { guest, invitation } = await ctx.invite(owner, organizationId);
    const stranger = await ctx.somebody();
    const invitationId = invitation.id;
    const see = (who: OrganizationUser) => outcome(ctx.get(who, `get-invitation?id=${invitationId}`));
    const response = (who: OrganizationUser, how: string) =>
      outcome(ctx.post(who, `${how}-invitation`, { invitationId }));
    expect(await see(stranger)).toBe('YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION');
    expect(await see(guest)).toBe('done');
    expect(await response(stranger, 'accept')).toBe('YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION');
    expect(await response(stranger, 'reject')).toBe('YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION');
    expect(await response(guest, 'accept')).toBe('done');
    expect(await response(guest, 'accept')).toBe('INVITATION_NOT_FOUND');
    expect(await response(guest, 'reject')).toBe('INVITATION_NOT_FOUND');
  });

  it('cannot be accepted by a user whose address is no longer verified', async () => {
    const { organizationId, owner } = await ctx.organization();
    const { guest, invitation } = await ctx.invite(owner, organizationId);
    await ctx.at.rows('update users set email_verified = false where id = $1', [guest.id]);
    expect(await outcome(ctx.post(guest, 'accept-invitation', { invitationId: invitation.id }))).toBe(
      'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION',
    );
    expect(await outcome(ctx.get(guest, `get-invitation?id=${invitation.id}`))).toBe(
      'EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION',
    );
  });

  it('expires after a week', async () => {
    const { organizationId, owner } = await ctx.organization();
    const { guest, invitation } = await ctx.invite(owner, organizationId);
    const days = (Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    await ctx.at.rows(`update invitations set expires_at = now() - interval '1 hour' where id = $1`, [
      invitation.id,
    ]);
    expect(await outcome(ctx.post(guest, 'accept-invitation', { invitationId: invitation.id }))).toBe(
      'INVITATION_NOT_FOUND',
    );
  });

  it('can be cancelled by the owner and admins', async () => {
    const { organizationId, owner, admin, member, stranger } = await ctx.organizationWithMembers();
    const email = ctx.at.newAddress();
    const { body } = await ctx.post(owner, 'invite-member', { email, role: 'member', organizationId });
    const cancel = (who: OrganizationUser) =>
      outcome(ctx.post(who, 'cancel-invitation', { invitationId: body.id }));
    expect(await cancel(member)).toBe('YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION');
    expect(await cancel(stranger)).toBe('INVITATION_NOT_FOUND');
    expect(await cancel(admin)).toBe('done');
  });

  it('cannot be read after the inviter has left', async () => {
    const { organizationId, admin } = await ctx.organizationWithMembers();
    const { guest, invitation } = await ctx.invite(admin, organizationId);
    await ctx.post(admin, 'leave', { organizationId });
    expect(await outcome(ctx.get(guest, `get-invitation?id=${invitation.id}`))).toBe(
      'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION',
    );
  });

  it('that the database fails to return has its own error code', async () => {
    const guest = await ctx.somebody();
    const id = '01890000-0000-7000-8000-000000000000';
    await ctx.at.rows('alter table invitations rename to misplaced');
    const seen = await ctx.get(guest, `get-invitation?id=${id}`);
    const accepted = await ctx.post(guest, 'accept-invitation', { invitationId: id });
    await ctx.at.rows('alter table misplaced rename to invitations');
    const failed = { status: 500, body: { code: 'FAILED_TO_RETRIEVE_INVITATION' } };
    expect(seen).toMatchObject(failed);
    expect(accepted).toMatchObject(failed);
    expect((await ctx.get(guest, `get-invitation?id=${id}`)).status).toBe(400);
  });
});
