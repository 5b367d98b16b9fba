import type { SessionItem } from '@bindery/contract/api/sessions.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '#backend/testing/browser.ts';
import { UserFixture } from '#backend/testing/user-fixture.ts';

let ctx: UserFixture;
let sibling: string;
beforeAll(async () => {
  ctx = await UserFixture.start();
  sibling = await ctx.server.sibling();
});
afterAll(() => ctx?.close());

/** An admin with two browsers, one of which impersonates a user. */
const impersonation = async () => {
  const { id, email } = await ctx.user({ role: 'admin' });
  const [acting, other] = [await ctx.withSession(email), await ctx.withSession(email)];
  const user = await ctx.user({ name: 'Grace Hopper' });
  const own = await currentSession(acting);
  const ownCookies = acting.cookies;
  expect((await ctx.call(acting, 'POST', `/api/users/${user.id}/impersonate`)).status).toBe(204);
  return { id, acting, other, own, ownCookies, user };
};

type Impersonation = Awaited<ReturnType<typeof impersonation>>;

const list = async (browser: HttpClient, path = '/api/account/sessions') =>
  (await ctx.call(browser, 'GET', path)).body as SessionItem[];
const currentSession = async (browser: HttpClient) =>
  (await list(browser)).find(({ current }) => current)!.id;

/** Returns whether the impersonation is still active, which both servers must agree on. */
const isStillValid = async ({ acting }: Impersonation) => {
  const responses = [ctx.server.url, sibling].map((url) =>
    fetch(`${url}/api/books`, { headers: { cookie: acting.cookies } }),
  );
  const statuses = (await Promise.all(responses)).map(({ status }) => status);
  expect(new Set(statuses).size).toBe(1);
  return statuses[0] === 200;
};

const ENDINGS: Readonly<Record<string, (begun: Impersonation) => Promise<unknown>>> = {
  'another admin revokes it': ({ id, own }) =>
    ctx.call(ctx.admin, 'DELETE', `/api/users/${id}/sessions/${own}`),
  'another admin revokes all of the admin’s': ({ id }) =>
    ctx.call(ctx.admin, 'DELETE', `/api/users/${id}/sessions`),
  'the admin revokes it from another browser': ({ other, own }) =>
    ctx.call(other, 'DELETE', `/api/account/sessions/${own}`),
  'the admin revokes all others from another browser': ({ other }) =>
    ctx.call(other, 'DELETE', '/api/account/sessions'),
  'the admin revokes it by the official client': ({ other, own }) =>
    ctx.call(other, 'POST', '/api/auth/revoke-session', { token: own }),
  'the admin revokes all by the official client': ({ other }) =>
    ctx.call(other, 'POST', '/api/auth/revoke-sessions', {}),
  'the admin revokes all others by the official client': ({ other }) =>
    ctx.call(other, 'POST', '/api/auth/revoke-other-sessions', {}),
  'it signs out': ({ ownCookies }) =>
    fetch(`${ctx.server.url}/api/auth/sign-out`, {
      method: 'POST',
      headers: { cookie: ownCookies, origin: ctx.server.url, 'content-type': 'application/json' },
      body: '{}',
    }),
  'the admin deletes their account': ({ other }) => ctx.call(other, 'POST', '/api/auth/delete-user', {}),
  'the admin is deleted': ({ id }) => ctx.call(ctx.admin, 'DELETE', `/api/users/${id}`),
  'the admin is banned': ({ id }) => ctx.call(ctx.admin, 'POST', `/api/users/${id}/ban`, {}),
};

describe('an impersonation session', () => {
  it.each(Object.entries(ENDINGS))(
    'ends with its parent session on every server, when %s',
    async (_, end) => {
      const begun = await impersonation();
      expect(await isStillValid(begun)).toBe(true);
      await end(begun);
      expect(await isStillValid(begun)).toBe(false);
      expect(await ctx.session(begun.acting)).toBeNull();
      const left = 'select 1 from sessions where impersonated_by = $1';
      expect(await ctx.rows(left, [begun.id])).toEqual([]);
      const lines = (await ctx.history(begun.user.id)).filter(({ changes }) => changes.impersonated);
      expect(lines.map(({ changes }) => changes.impersonated?.after)).toEqual([false, true]);
    },
  );

  it('stays valid when another session of the admin ends', async () => {
    const begun = await impersonation();
    await ctx.call(
      ctx.admin,
      'DELETE',
      `/api/users/${begun.id}/sessions/${await currentSession(begun.other)}`,
    );
    expect(await isStillValid(begun)).toBe(true);
  });

  it('ends when its parent session expires', async () => {
    const begun = await impersonation();
    await ctx.rows('update sessions set expires_at = now() where id = $1', [begun.own]);
    expect(await isStillValid(begun)).toBe(false);
  });

  it('does not survive if it is started while its parent session ends', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, email } = await ctx.user({ role: 'admin' });
      const [browser, user] = [await ctx.withSession(email), await ctx.user()];
      const [begun] = await Promise.all([
        ctx.call(browser, 'POST', `/api/users/${user.id}/impersonate`),
        ctx.call(ctx.admin, 'DELETE', `/api/users/${id}/sessions`),
      ]);
      expect([204, 401]).toContain(begun.status);
      expect(await ctx.rows('select 1 from sessions where impersonated_by = $1', [id])).toEqual([]);
    }
  });

  it('is listed among the admin’s sessions with the impersonated user, and can be ended from there', async () => {
    const begun = await impersonation();
    const { other, user, id } = begun;
    const impersonating = { id: user.id, name: 'Grace Hopper' };
    const [mine, theirs] = [await list(other), await list(ctx.admin, `/api/users/${id}/sessions`)];
    expect(mine.map((item) => item.impersonating)).toEqual([null, impersonating, null]);
    expect(theirs.map((item) => item.impersonating)).toEqual([impersonating, null, null]);
    const own = (await ctx.call(other, 'GET', '/api/account/sessions')).headers.get('x-total-count');
    expect(own).toBe('3');

    expect((await ctx.call(other, 'DELETE', `/api/account/sessions/${mine[1]?.id}`)).status).toBe(204);
    expect(await isStillValid(begun)).toBe(false);
    expect(await ctx.session(begun.acting)).toMatchObject({ user: { id }, impersonatedBy: null });
    expect((await list(other)).map((item) => item.impersonating)).toEqual([null, null]);
  });

  it('does not expose its parent session through sign-in', async () => {
    const { acting, own } = await impersonation();
    for (const path of ['/api/auth/get-session', '/api/auth/list-sessions'])
      expect(await (await acting.fetch(path)).text()).not.toContain(own);
  });

  it('ends with its parent session, even if that one has started many', async () => {
    const { id, other, user } = await impersonation();
    const parent = await currentSession(other);
    await ctx.rows(
      `insert into sessions (id, token, user_id, impersonated_by, parent_session_id, expires_at)
       select gen_random_uuid(), 'many-' || n || $1::text, $1::uuid, $2, $3::uuid, now() + interval '1 hour'
       from generate_series(1, 150) n`,
      [user.id, id, parent],
    );
    await ctx.call(ctx.admin, 'DELETE', `/api/users/${id}/sessions/${parent}`);
    expect(await ctx.rows('select 1 from sessions where parent_session_id = $1', [parent])).toEqual([]);
  });
});
