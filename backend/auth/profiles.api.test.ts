import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserFixture } from '../testing/user-fixture.ts';

let ctx: UserFixture;
beforeAll(async () => {
  ctx = await UserFixture.start();
});
afterAll(() => ctx?.close());

const HARMFUL = [
  { name: '<img src=x>' },
  { name: 'x'.repeat(256) },
  { name: { a: 1 } },
  { image: 'https://example.com/watching.png' },
  { language: 'xx' },
  { theme: 'plaid' },
];

describe('a user’s profile', () => {
  it.each(HARMFUL)('rejects %j at sign-up, and the code stays valid', async (profile) => {
    const browser = ctx.server.browser();
    const email = ctx.newAddress();
    const otp = await browser.askForCode(email);
    const json = { email, otp, ...profile };
    const refused = await ctx.call(browser, 'POST', '/api/auth/sign-in/email-otp', json);
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID' } });
    expect(Object.keys(refused.body.errors)).toEqual(Object.keys(profile));
    expect((await browser.enterCode(email, otp)).status).toBe(200);
  });

  it.each([
    ...HARMFUL,
    { id: '01890000-0000-7000-8000-000000000000' },
    { name: null },
    { onboardedAt: 'yesterday' },
    { banExpires: 'tomorrow' },
    { banned: 'maybe' },
    { nonsense: 1 },
    { password: 'correct horse battery' },
  ])('rejects %j from an admin', async (data) => {
    const { id } = await ctx.user({ name: 'Grace' });
    const changed = await ctx.call(ctx.admin, 'POST', '/api/auth/admin/update-user', { userId: id, data });
    expect(changed).toMatchObject({ status: 400, body: { code: 'INVALID' } });
    expect(Object.keys(changed.body.errors)).toEqual(Object.keys(data));
    const json = { email: ctx.newAddress(), name: 'Grace', data };
    const made = await ctx.call(ctx.admin, 'POST', '/api/auth/admin/create-user', json);
    expect(made).toMatchObject({ status: 400, body: { code: 'INVALID' } });
  });

  it('rejects a password from an admin who creates a user, so that none is stored', async () => {
    const email = ctx.newAddress();
    const json = { email, name: 'Grace', password: 'correct horse battery' };
    const made = await ctx.call(ctx.admin, 'POST', '/api/auth/admin/create-user', json);
    expect(made).toMatchObject({
      status: 400,
      body: { code: 'INVALID', errors: { password: [{ key: 'errors.unknown' }] } },
    });
    expect(await ctx.rows('select 1 from users where email = $1', [email])).toEqual([]);
    expect(await ctx.rows('select 1 from accounts where password is not null')).toEqual([]);
  });

  it('accepts a new address, which is then unverified, unless it is taken', async () => {
    const { id, email } = await ctx.user();
    await ctx.signedIn(email);
    const moved = ctx.newAddress();
    const update = (address: string) =>
      ctx.call(ctx.admin, 'POST', '/api/auth/admin/update-user', { userId: id, data: { email: address } });
    expect((await update(moved.toUpperCase())).status).toBe(200);
    const { body } = await ctx.call(ctx.admin, 'GET', `/api/users/${id}`);
    expect(body).toMatchObject({ email: moved, emailVerified: false });
    expect((await update((await ctx.user()).email)).body.code).toBe('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL');
  });

  it.each([{ banReason: 'x'.repeat(256) }, { banExpiresIn: -1 }, { banExpiresIn: 1e18 }])(
    'rejects a ban with %j',
    async (ban) => {
      const { id } = await ctx.user();
      const refused = await ctx.call(ctx.admin, 'POST', '/api/auth/admin/ban-user', { userId: id, ...ban });
      expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID' } });
    },
  );
});
