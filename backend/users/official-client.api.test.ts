import { createAuthClient } from 'better-auth/client';
import { adminClient, emailOTPClient, organizationClient } from 'better-auth/client/plugins';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { HttpClient } from '#backend/testing/browser.ts';
import { UserFixture } from '#backend/testing/user-fixture.ts';

let ctx: UserFixture;

beforeAll(async () => {
  ctx = await UserFixture.start();
});
afterAll(() => ctx?.close());

/** better-auth's own client with the cookies of a test browser. */
const clientOf = (browser: HttpClient) =>
  createAuthClient({
    baseURL: ctx.server.url,
    plugins: [adminClient(), emailOTPClient(), organizationClient({ teams: { enabled: true } })],
    fetchOptions: {
      customFetchImpl: async (input, init) => {
        const { url, method } = new Request(input, init);
        const { pathname, search } = new URL(url);
        const text = init?.body ? String(init.body) : undefined;
        return browser.fetch(pathname + search, { method, ...(text && { json: JSON.parse(text) }) });
      },
    },
  });

describe("better-auth's own client", () => {
  it('signs in by code and signs out', async () => {
    const browser = ctx.server.browser();
    const client = clientOf(browser);
    const email = ctx.newAddress();
    await client.emailOtp.sendVerificationOtp({ email, type: 'sign-in' });
    const otp = await vi.waitFor(() => ctx.server.outbox(email)[0]!.code ?? '');
    expect((await client.signIn.emailOtp({ email, otp })).data?.user).toMatchObject({ email });
    expect((await client.getSession()).data?.user).toMatchObject({ email, emailVerified: true });
    expect((await client.signOut()).data).toMatchObject({ success: true });
    expect((await client.getSession()).data).toBeNull();
  });

  it('administers users', async () => {
    const { admin } = clientOf(ctx.admin);
    const email = ctx.newAddress();
    const made = await admin.createUser({ email, name: 'Grace', role: 'user' });
    const userId = made.data?.user.id ?? '';
    const browser = await ctx.signedIn(email);

    const listed = await admin.listUsers({ query: { searchValue: email } });
    expect(listed.data).toMatchObject({ total: 1, users: [{ id: userId, email }] });
    expect((await admin.setRole({ userId, role: 'admin' })).data?.user).toMatchObject({ role: 'admin' });
    expect((await admin.setRole({ userId, role: 'user' })).data?.user).toMatchObject({ role: 'user' });

    const sessions = (await admin.listUserSessions({ userId })).data?.sessions ?? [];
    expect(sessions).toHaveLength(1);
    const sessionToken = sessions[0]?.token ?? '';
    expect((await admin.revokeUserSession({ sessionToken })).data).toEqual({ success: true });
    expect(await ctx.session(browser)).toBeNull();

    expect((await admin.banUser({ userId, banReason: 'Spam' })).data?.user).toMatchObject({ banned: true });
    expect((await admin.unbanUser({ userId })).data?.user).toMatchObject({ banned: false });
    expect((await admin.removeUser({ userId })).data).toEqual({ success: true });
    expect((await admin.removeUser({ userId })).error).toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  it('gets the errors of our own rules like better-auth’s', async () => {
    const { admin } = clientOf(ctx.admin);
    const refused = await admin.setRole({ userId: ctx.adminId, role: 'user' });
    expect(refused.error).toMatchObject({ status: 403, code: 'YOU_CANNOT_CHANGE_YOUR_OWN_ROLE' });
  });

  it('impersonates a user and stops again', async () => {
    const { browser, id } = await ctx.newAdmin();
    const client = clientOf(browser);
    const { id: userId } = await ctx.user();
    expect((await client.admin.impersonateUser({ userId })).data?.user).toMatchObject({ id: userId });
    expect((await client.getSession()).data?.session).toMatchObject({ userId, impersonatedBy: id });
    await client.admin.stopImpersonating();
    expect((await client.getSession()).data?.session).toMatchObject({ userId: id });
  });

  it('creates and manages an organisation', async () => {
    const { organization } = clientOf(ctx.admin);
    const made = await organization.create({ name: 'Writers', slug: 'writers' });
    const full = await organization.getFullOrganization({ query: { organizationId: made.data?.id ?? '' } });
    expect(full.data).toMatchObject({ name: 'Writers', members: [{ role: 'owner', userId: ctx.adminId }] });
  });
});
