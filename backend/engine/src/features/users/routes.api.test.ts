import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserFixture } from '#backend/testing/user-fixture.ts';

let ctx: UserFixture;

beforeAll(async () => {
  ctx = await UserFixture.start();
});
afterAll(() => ctx?.close());

const inAnHour = () => new Date(Date.now() + 60 * 60 * 1000).toISOString();

describe('a ban', () => {
  it('ends the user’s sessions immediately and prevents sign-in until it is lifted', async () => {
    const { id, email } = await ctx.user();
    const browser = await ctx.signedIn(email);
    const until = inAnHour();
    const banned = await ctx.call(ctx.admin, 'POST', `/api/users/${id}/ban`, { reason: 'Spam', until });
    expect(banned.status).toBe(204);
    expect(await ctx.session(browser)).toBeNull();
    const { body } = await ctx.call(ctx.admin, 'GET', `/api/users/${id}`);
    expect(body).toMatchObject({ banned: true, banReason: 'Spam', banExpires: until });

    const again = ctx.server.browser();
    const code = await again.askForCode(email);
    const rejected = await again.enterCode(email, code);
    expect({ status: rejected.status, code: (await rejected.json()).code }).toEqual({
      status: 403,
      code: 'BANNED_USER',
    });

    expect((await ctx.call(ctx.admin, 'DELETE', `/api/users/${id}/ban`)).status).toBe(204);
    expect(await ctx.session(await ctx.signedIn(email))).not.toBeNull();
    expect((await ctx.history(id)).map(({ changes }) => changes.banned?.after)).toContain(true);
  });

  it('ends when it expires', async () => {
    const { id, email } = await ctx.user();
    await ctx.call(ctx.admin, 'POST', `/api/users/${id}/ban`, { until: inAnHour() });
    await ctx.rows(`update users set ban_expires = now() - interval '1 minute' where id = $1`, [id]);
    expect(await ctx.session(await ctx.signedIn(email))).not.toBeNull();
  });

  it('has no reason if the given one has no visible character, and otherwise one line', async () => {
    const { id } = await ctx.user();
    for (const [reason, stored] of [
      ['\u200b\u3164', null],
      [' Spam\nagain ', 'Spam again'],
    ]) {
      await ctx.call(ctx.admin, 'POST', `/api/users/${id}/ban`, { reason });
      expect((await ctx.call(ctx.admin, 'GET', `/api/users/${id}`)).body.banReason).toBe(stored);
    }
  });

  it('rejects an expiry in the past with an error at the field', async () => {
    const { id } = await ctx.user();
    const { status, body } = await ctx.call(ctx.admin, 'POST', `/api/users/${id}/ban`, {
      until: '2020-01-01T00:00:00Z',
    });
    expect(status).toBe(400);
    expect(body.errors.until[0].key).toBe('errors.tooEarly');
  });

  it('is rejected for yourself', async () => {
    const rejected = { body: { code: 'YOU_CANNOT_BAN_YOURSELF' } };
    const userId = ctx.adminId;
    expect(await ctx.call(ctx.admin, 'POST', `/api/users/${userId}/ban`, {})).toMatchObject(rejected);
    expect(await ctx.session(ctx.admin)).not.toBeNull();
  });

  it('returns 404 for a nonexistent user', async () => {
    const missing = '/api/users/01890000-0000-7000-8000-000000000000/ban';
    expect((await ctx.call(ctx.admin, 'POST', missing, {})).status).toBe(404);
    expect((await ctx.call(ctx.admin, 'DELETE', missing)).status).toBe(404);
  });

  it('ends the impersonations of a banned admin', async () => {
    const { id, browser } = await ctx.newAdmin();
    const other = await ctx.user();
    await ctx.call(browser, 'POST', `/api/users/${other.id}/impersonate`);
    await ctx.call(ctx.admin, 'POST', `/api/users/${id}/ban`, {});
    expect(await ctx.session(browser)).toBeNull();
  });
});
