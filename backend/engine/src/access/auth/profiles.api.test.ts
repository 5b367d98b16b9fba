import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserFixture } from '#backend/testing/user-fixture.ts';

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
    const rejected = await ctx.call(browser, 'POST', '/api/auth/sign-in/email-otp', json);
    expect(rejected).toMatchObject({ status: 400, body: { code: 'INVALID' } });
    expect(Object.keys(rejected.body.errors)).toEqual(Object.keys(profile));
    expect((await browser.enterCode(email, otp)).status).toBe(200);
  });

  it('requires a session, which better-auth and the API call by one code', async () => {
    const visitor = ctx.server.browser();
    for (const [method, path] of [
      ['POST', '/api/auth/update-user'],
      ['GET', '/api/auth/list-sessions'],
      ['POST', '/api/auth/delete-user'],
      ['GET', '/api/account/sessions'],
    ] as const)
      expect(await ctx.call(visitor, method, path, method === 'GET' ? undefined : {})).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHENTICATED', message: 'Sign in first' },
      });
  });

  it('accepts a new address, which is then unverified, unless it is taken', async () => {
    const { id, email } = await ctx.user();
    await ctx.signedIn(email);
    const moved = ctx.newAddress();
    const update = (address: string) => ctx.call(ctx.admin, 'PATCH', `/api/users/${id}`, { email: address });
    expect((await update(moved.toUpperCase())).status).toBe(200);
    const { body } = await ctx.call(ctx.admin, 'GET', `/api/users/${id}`);
    expect(body).toMatchObject({ email: moved, emailVerified: false });
    expect(await update((await ctx.user()).email)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });
});
