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
  it('signs in with a code and signs out', async () => {
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

  it('lists users, and has no other call that administers them', async () => {
    const { admin } = clientOf(ctx.admin);
    const { id, email } = await ctx.user();
    const listed = await admin.listUsers({ query: { searchValue: email } });
    expect(listed.data).toMatchObject({ total: 1, users: [{ id, email }] });
    const none = { data: null, error: { status: 404 } };
    expect(await admin.setRole({ userId: id, role: 'admin' })).toMatchObject(none);
    expect(await admin.banUser({ userId: id })).toMatchObject(none);
    expect(await admin.listUserSessions({ userId: id })).toMatchObject(none);
    expect(await admin.impersonateUser({ userId: id })).toMatchObject(none);
    expect(await admin.removeUser({ userId: id })).toMatchObject(none);
  });

  it("gets errors of the product's rules like better-auth’s", async () => {
    const rejected = await clientOf(ctx.admin).deleteUser();
    expect(rejected.error).toMatchObject({ status: 409, code: 'LAST_ADMIN' });
  });

  it('stops impersonating a user', async () => {
    const { browser, id } = await ctx.newAdmin();
    const client = clientOf(browser);
    const { id: userId } = await ctx.user();
    await ctx.call(browser, 'POST', `/api/users/${userId}/impersonate`);
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
