import { createAuthClient } from 'better-auth/client';
import { adminClient, emailOTPClient, organizationClient } from 'better-auth/client/plugins';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.close());

/** better-auth's own client in a new browser. */
const openClient = () => {
  const browser = server.browser();
  const client = createAuthClient({
    baseURL: server.url,
    plugins: [emailOTPClient(), adminClient(), organizationClient({ teams: { enabled: true } })],
    fetchOptions: {
      customFetchImpl: (url, { method, body } = {}) =>
        browser.fetch(String(url), {
          ...(method === 'GET' ? {} : { json: JSON.parse(String(body ?? '{}')) }),
        }),
    },
  });
  return { browser, client };
};

const signIn = async (email: string) => {
  const { browser, client } = openClient();
  const before = server.outbox(email).length;
  const requested = await client.emailOtp.sendVerificationOtp({ email, type: 'sign-in' });
  expect(requested.data).toEqual({ success: true });
  await expect.poll(() => server.outbox(email).length).toBeGreaterThan(before);
  const { data } = await client.signIn.emailOtp({ email, otp: server.outbox(email)[0]?.code ?? '' });
  expect(data?.user.email).toBe(email);
  return { browser, client };
};

describe("better-auth's own client", () => {
  it('signs in, reads the session and signs out', async () => {
    const { client } = await signIn('reader@example.com');
    const { data } = await client.getSession();
    expect(data).toMatchObject({
      user: { email: 'reader@example.com' },
      session: { id: expect.any(String) },
    });
    expect((await client.signOut()).data).toEqual({ success: true });
    expect((await client.getSession()).data).toBeNull();
  });

  it('gets errors with a code and a message', async () => {
    const { client } = openClient();
    const { error } = await client.signIn.emailOtp({ email: 'nobody@example.com', otp: '000000' });
    expect(error).toMatchObject({ status: 400, code: 'INVALID_OTP', message: 'Invalid OTP' });
  });

  it('lists sessions, and ends them with the ids that replace tokens', async () => {
    const phone = await signIn('sessions@example.com');
    const laptop = await signIn('sessions@example.com');
    const { data: sessions } = await laptop.client.listSessions();
    expect(sessions).toHaveLength(2);
    const { data: own } = await laptop.client.getSession();
    const other = sessions?.find(({ id }) => id !== own?.session.id);
    await laptop.client.revokeSession({ token: other?.token ?? '' });
    expect((await phone.client.getSession()).data).toBeNull();
    expect((await laptop.client.getSession()).data).not.toBeNull();
  });

  it.each([
    { sortBy: 'constructor' },
    { filterField: 'nickname', filterValue: 'Ada' },
    { limit: '1e300' },
    { offset: '-1' },
  ])('rejects a list of users by %o, instead of finding none', async (query) => {
    const admin = await signIn(ADMIN);
    const { data, error } = await admin.client.admin.listUsers({ query });
    expect(data).toBeNull();
    expect(error).toMatchObject({ status: 400, code: 'INVALID' });
  });

  it('lets an admin list users and stop impersonating one', async () => {
    const admin = await signIn(ADMIN);
    await signIn('person@example.com');
    const { data: found } = await admin.client.admin.listUsers({
      query: { searchField: 'email', searchValue: 'person@example.com' },
    });
    expect(found?.total).toBe(1);
    const userId = found?.users[0]?.id ?? '';

    await admin.browser.fetch(`/api/users/${userId}/impersonate`, { json: {} });
    expect((await admin.client.getSession()).data?.user.email).toBe('person@example.com');
    await admin.client.admin.stopImpersonating();
    expect((await admin.client.getSession()).data?.user.email).toBe(ADMIN);
  });

  it('is rejected if it does what only admins may do', async () => {
    const { client } = await signIn('curious@example.com');
    const { error } = await client.admin.listUsers({ query: {} });
    expect(error).toMatchObject({ status: 403, code: 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS' });
  });

  it('creates an organisation with a team', async () => {
    const { client } = await signIn('founder@example.com');
    const { data } = await client.organization.create({ name: 'Readers', slug: 'readers' });
    expect(data).toMatchObject({ name: 'Readers', slug: 'readers' });
    const team = await client.organization.createTeam({ name: 'Night', organizationId: data?.id ?? '' });
    expect(team.data).toMatchObject({ name: 'Night' });
  });
});
