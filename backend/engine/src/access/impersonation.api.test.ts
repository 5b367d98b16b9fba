import { product } from '@bindery/contract/api/product.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raw } from '#backend/testing/raw-request.ts';
import { UserFixture } from '#backend/testing/user-fixture.ts';

let ctx: UserFixture;

beforeAll(async () => {
  ctx = await UserFixture.start();
});
afterAll(() => ctx?.close());

/** Starts an impersonation by a new admin. */
const impersonation = async () => {
  const { id: adminId, browser } = await ctx.newAdmin();
  const user = await ctx.user();
  const begun = await ctx.call(browser, 'POST', `/api/users/${user.id}/impersonate`);
  expect(begun.status).toBe(204);
  return { adminId, browser, user };
};

const expireSession = ({ id }: { id: string }) =>
  ctx.rows('update sessions set expires_at = now() where user_id = $1 and impersonated_by is not null', [id]);

describe('impersonation', () => {
  it("starts and stops through the product's endpoints, and both are recorded in the history", async () => {
    const { adminId, browser, user } = await impersonation();
    expect(await ctx.session(browser)).toMatchObject({ user: { id: user.id }, impersonatedBy: adminId });
    expect((await ctx.call(browser, 'POST', '/api/account/stop-impersonating')).status).toBe(204);
    expect(await ctx.session(browser)).toMatchObject({ user: { id: adminId }, impersonatedBy: null });
    const lines = (await ctx.history(user.id)).filter(({ changes }) => changes.impersonated);
    expect(lines.map(({ changes }) => changes.impersonated?.after)).toEqual([false, true]);
    expect(lines.map(({ actor }) => actor?.id)).toEqual([adminId, adminId]);
  });

  it('shows the admin’s name, or else their address', async () => {
    const { adminId, browser } = await impersonation();
    const [admin] = await ctx.rows<{ email: string }>('select email from users where id = $1', [adminId]);
    expect(await ctx.session(browser)).toMatchObject({ impersonatorName: admin?.email });
    await ctx.call(ctx.admin, 'PATCH', `/api/users/${adminId}`, { name: 'Ada Lovelace' });
    expect(await ctx.session(browser)).toMatchObject({ impersonatorName: 'Ada Lovelace' });
    expect(await (await browser.fetch('/app')).text()).toContain('"impersonatorName":"Ada Lovelace"');
    expect(await ctx.session(ctx.admin)).toMatchObject({ impersonatedBy: null, impersonatorName: null });
  });

  it('stops through the official client as well', async () => {
    const { id, browser } = await ctx.newAdmin();
    const user = await ctx.user();
    await ctx.call(browser, 'POST', `/api/users/${user.id}/impersonate`);
    const ended = await ctx.call(browser, 'POST', '/api/auth/admin/stop-impersonating', {});
    expect(ended.body).toMatchObject({ user: { id } });
    expect((await ctx.history(user.id)).filter(({ changes }) => changes.impersonated)).toHaveLength(2);
  });

  it('ends after an hour', async () => {
    const { browser, user } = await impersonation();
    const [session] = await ctx.rows<{ minutes: number }>(
      `select round(extract(epoch from expires_at - created_at) / 60)::int as minutes
       from sessions where user_id = $1 and impersonated_by is not null`,
      [user.id],
    );
    expect(session?.minutes).toBe(60);
    await expireSession(user);
    expect((await ctx.call(browser, 'GET', '/api/books')).status).toBe(401);
  });

  it.each(['/api/fn/init', '/manager/users'])(
    'restores the admin’s own session when it has expired, at %s',
    async (page) => {
      const { adminId, browser, user } = await impersonation();
      await expireSession(user);
      expect((await browser.fetch(page)).status).toBe(200);
      expect(await ctx.session(browser)).toMatchObject({ user: { id: adminId }, impersonatedBy: null });
      expect(browser.cookies).not.toMatch(/admin_session|acting|dont_remember/);
      const [line] = await ctx.history(user.id);
      expect(line?.changes.impersonated).toEqual({ before: true, after: false });
    },
  );

  it('does not run a request as the admin that was meant to run as the user', async () => {
    const { adminId, browser, user } = await impersonation();
    await expireSession(user);
    const late = await ctx.call(browser, 'POST', '/api/auth/update-user', { name: 'Renamed' });
    expect(late.status).toBe(401);
    await browser.fetch('/api/fn/init');
    expect(await ctx.session(browser)).toMatchObject({ user: { id: adminId, name: '' } });
  });

  it('restores no session after a sign-out, a new sign-in, or the end of the admin’s own session', async () => {
    const signedOut = await impersonation();
    const { cookies } = signedOut.browser;
    await ctx.call(signedOut.browser, 'POST', '/api/auth/sign-out', {});
    const after = await fetch(`${ctx.server.url}/api/fn/init`, { headers: { cookie: cookies } });
    expect((await after.json()).session).toBeNull();

    const other = await impersonation();
    const kept = new RegExp(`${product().slug}\\.(admin_session|acting)=[^;]+`, 'g');
    const stale = other.browser.cookies.match(kept)?.join('; ');
    const reader = await ctx.user();
    await other.browser.signIn(reader.email);
    expect(other.browser.cookies).not.toMatch(kept);
    const session = new RegExp(`${product().slug}\\.session_token=[^;]+`).exec(other.browser.cookies)?.[0];
    await ctx.rows('update sessions set expires_at = now() where user_id = $1', [reader.id]);
    const headers = { cookie: `${session}; ${stale}` };
    expect((await (await fetch(`${ctx.server.url}/api/fn/init`, { headers })).json()).session).toBeNull();

    const revoked = await impersonation();
    await ctx.call(ctx.admin, 'DELETE', `/api/users/${revoked.adminId}/sessions`);
    await expireSession(revoked.user);
    expect(await ctx.session(revoked.browser)).toBeNull();
  });

  it('ends together with the admin’s own session on sign-out', async () => {
    const { adminId, browser } = await impersonation();
    await ctx.call(browser, 'POST', '/api/auth/sign-out', {});
    expect(await ctx.rows('select 1 from sessions where user_id = $1', [adminId])).toEqual([]);
    expect(browser.cookies).not.toMatch(/session_token|admin_session|acting/);
  });

  it.each(['/api/account/stop-impersonating', '/api/auth/admin/stop-impersonating'])(
    'stops by %s even if the admin’s own session has ended, and the admin must sign in again',
    async (stop) => {
      const { adminId, browser, user } = await impersonation();
      await ctx.call(ctx.admin, 'DELETE', `/api/users/${adminId}/sessions`);
      expect((await ctx.call(browser, 'POST', stop, {})).status).toBe(401);
      expect(await ctx.session(browser)).toBeNull();
      const [line] = await ctx.history(user.id);
      expect(line?.changes.impersonated).toEqual({ before: true, after: false });
    },
  );

  it('restores an admin session that is renewed like any other', async () => {
    const { adminId, browser } = await impersonation();
    await ctx.call(browser, 'POST', '/api/account/stop-impersonating');
    const inDays = `update sessions set expires_at = now() + interval '28 days' where user_id = $1`;
    await ctx.rows(inDays, [adminId]);
    await ctx.session(browser);
    const [session] = await ctx.rows<{ days: number }>(
      'select extract(day from expires_at - now())::int as days from sessions where user_id = $1',
      [adminId],
    );
    expect(session?.days).toBe(29);
  });

  it('is recorded as ended no later than when the admin starts another one', async () => {
    const { browser, user } = await impersonation();
    await expireSession(user);
    await browser.fetch('/api/books');
    const next = await ctx.user();
    const admin = ctx.server.browser();
    const [{ email }] = (await ctx.rows(
      'select a.email from users a join sessions s on s.impersonated_by::uuid = a.id where s.user_id = $1',
      [user.id],
    )) as [{ email: string }];
    await admin.signIn(email);
    await ctx.call(admin, 'POST', `/api/users/${next.id}/impersonate`);
    const [line] = await ctx.history(user.id);
    expect(line?.changes.impersonated).toEqual({ before: true, after: false });
  });

  it('ends for a user who becomes an admin, and a page restores the admin’s own session', async () => {
    const { adminId, browser, user } = await impersonation();
    await ctx.call(ctx.admin, 'PATCH', `/api/users/${user.id}`, { role: 'admin' });
    expect((await ctx.call(browser, 'GET', '/api/users')).status).toBe(401);
    expect(await ctx.session(browser)).toMatchObject({ user: { id: adminId }, impersonatedBy: null });
  });

  it('is recorded as ended when the admin signs out', async () => {
    const { browser, user } = await impersonation();
    await ctx.call(browser, 'POST', '/api/auth/sign-out', {});
    expect((await ctx.history(user.id))[0]?.changes.impersonated).toEqual({ before: true, after: false });
  });

  it('does not appear among the user’s sessions', async () => {
    const { user } = await impersonation();
    expect((await ctx.call(ctx.admin, 'GET', `/api/users/${user.id}/sessions`)).body).toEqual([]);
  });

  it.each([
    ['POST', '/api/auth/delete-user', {}],
    ['POST', '/api/auth/change-email', { newEmail: 'other@example.com' }],
    ['POST', '/api/auth/email-otp/request-email-change', { newEmail: 'other@example.com' }],
    ['POST', '/api/auth/email-otp/change-email', { newEmail: 'other@example.com', otp: '000000' }],
    ['POST', '/api/auth/revoke-sessions', {}],
    ['POST', '/api/auth/revoke-other-sessions', {}],
    ['POST', '/api/auth/link-social', { provider: 'github' }],
    ['POST', '/api/auth/organization/create', { name: 'Writers', slug: 'writers' }],
    ['POST', '/api/auth/admin/set-role', { userId: 'x', role: 'admin' }],
    ['DELETE', '/api/account/sessions', undefined],
    ['POST', '/api/users', { email: 'other@example.com' }],
    ['POST', '/API/Users', { email: 'other@example.com' }],
    ['POST', '/api/something/new', {}],
  ])('does not allow %s %s', async (method, path, json) => {
    const { browser } = await impersonation();
    expect(await ctx.call(browser, method, path, json)).toMatchObject({
      status: 403,
      body: { code: 'IMPERSONATING' },
    });
  });

  it.each([
    ['GET', '/api/auth/x/../verify-email?token=none'],
    ['GET', '/api/auth/x/%2e%2e/delete-user/callback?token=none'],
    ['GET', '/API/auth/Verify-Email/?token=none'],
    ['POST', '/api/books/../users'],
    ['POST', '/api/auth/sign-out/../delete-user'],
  ])('does not allow it with another spelling of the path either: %s %s', async (method, path) => {
    const { browser } = await impersonation();
    const headers = { cookie: browser.cookies, origin: ctx.server.url };
    expect(await raw(ctx.server.url, { method, path, headers })).toMatchObject({
      status: 403,
      body: { code: 'IMPERSONATING' },
    });
  });

  it('is rejected for admins, yourself, banned users and nonexistent users', async () => {
    const { id } = await ctx.newAdmin();
    const banned = await ctx.user();
    await ctx.call(ctx.admin, 'POST', `/api/users/${banned.id}/ban`, {});
    const attempt = (whom: string) => ctx.call(ctx.admin, 'POST', `/api/users/${whom}/impersonate`);
    const admins = { status: 403, body: { code: 'YOU_CANNOT_IMPERSONATE_ADMINS' } };
    expect(await attempt(id)).toMatchObject(admins);
    expect(await attempt(ctx.adminId)).toMatchObject(admins);
    expect((await attempt(banned.id)).status).toBe(403);
    expect((await attempt('01890000-0000-7000-8000-000000000000')).status).toBe(404);
    expect(await ctx.session(ctx.admin)).toMatchObject({ user: { id: ctx.adminId }, impersonatedBy: null });
  });

  it('requires a session younger than a day', async () => {
    const { id, browser } = await ctx.newAdmin();
    const user = await ctx.user();
    await ctx.rows(`update sessions set created_at = now() - interval '25 hours' where user_id = $1`, [id]);
    const expired = { body: { code: 'SESSION_EXPIRED' } };
    expect(await ctx.call(browser, 'POST', `/api/users/${user.id}/impersonate`)).toMatchObject(expired);
  });

  it('cannot be stopped if it was not started', async () => {
    expect(await ctx.call(ctx.admin, 'POST', '/api/account/stop-impersonating')).toMatchObject({
      status: 400,
      body: { code: 'NOT_IMPERSONATING' },
    });
  });
});
