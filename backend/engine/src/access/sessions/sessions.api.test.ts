import type { SessionItem } from '@bindery/contract/api/sessions.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '#backend/testing/browser.ts';
import { UserFixture } from '#backend/testing/user-fixture.ts';

let ctx: UserFixture;

beforeAll(async () => {
  ctx = await UserFixture.start();
});
afterAll(() => ctx?.close());

/** Creates a user with several sessions. */
const userWithSessions = async (count: number) => {
  const made = await ctx.user();
  const browsers: HttpClient[] = [];
  for (let index = 0; index < count; index++) browsers.push(await ctx.signedIn(made.email));
  return { ...made, browsers };
};

const list = async (browser: HttpClient, path: string) => {
  const { status, body, headers } = await ctx.call(browser, 'GET', path);
  expect(status).toBe(200);
  return { items: body as SessionItem[], total: Number(headers.get('X-Total-Count')) };
};

const tokenOf = (browser: HttpClient) =>
  decodeURIComponent(/session_token=([^;]+)/.exec(browser.cookies)?.[1] ?? '').split('.')[0]!;

describe('the sessions of a user', () => {
  it('are listed in pages of five, newest first, with the total count', async () => {
    const { id } = await userWithSessions(6);
    const { items, total } = await list(ctx.admin, `/api/users/${id}/sessions`);
    expect(total).toBe(6);
    expect(items).toHaveLength(5);
    expect(items.map(({ createdAt }) => createdAt)).toEqual(
      items.map(({ createdAt }) => createdAt).sort((a, b) => b.localeCompare(a)),
    );
    const rest = await list(ctx.admin, `/api/users/${id}/sessions?_start=5&_end=10`);
    expect(rest.items).toHaveLength(1);
    expect(items).not.toContainEqual(rest.items[0]);
  });

  it('are rejected for an invalid page, with the name of the parameter', async () => {
    const { status, body } = await ctx.call(
      ctx.admin,
      'GET',
      `/api/users/${ctx.adminId}/sessions?_start=5&_end=2`,
    );
    expect(status).toBe(400);
    expect(body.errors._end[0].key).toBe('errors.pageTooLarge');
  });

  it('have a fingerprint and no token, on every endpoint and for every user', async () => {
    const { id, browsers } = await userWithSessions(1);
    const [own] = browsers as [HttpClient];
    const token = tokenOf(own);
    const responses = await Promise.all([
      own.fetch('/api/account/sessions'),
      own.fetch('/api/auth/list-sessions'),
      own.fetch('/api/auth/get-session'),
      own.fetch('/api/fn/init'),
      ctx.admin.fetch(`/api/users/${id}/sessions`),
    ]);
    for (const response of responses) {
      const text = await response.text();
      expect(response.status).toBe(200);
      expect(text).not.toContain(token);
    }
    const { items } = await list(own, '/api/account/sessions');
    expect(items[0]).toMatchObject({ current: true, fingerprint: expect.stringMatching(/^[\da-f]{8}$/) });
  });

  it('can be ended one at a time, from the next request on', async () => {
    const { id, browsers } = await userWithSessions(2);
    const [first, second] = browsers as [HttpClient, HttpClient];
    const { items } = await list(second, '/api/account/sessions');
    const other = items.find(({ current }) => !current)!;
    expect((await ctx.call(ctx.admin, 'DELETE', `/api/users/${id}/sessions/${other.id}`)).status).toBe(204);
    expect(await ctx.session(first)).toBeNull();
    expect(await ctx.session(second)).not.toBeNull();
    expect((await ctx.call(ctx.admin, 'DELETE', `/api/users/${id}/sessions/${other.id}`)).status).toBe(404);
  });

  it('can be ended all at once', async () => {
    const { id, browsers } = await userWithSessions(2);
    expect((await ctx.call(ctx.admin, 'DELETE', `/api/users/${id}/sessions`)).status).toBe(204);
    for (const browser of browsers) expect(await ctx.session(browser)).toBeNull();
  });

  it('return 404 for a user who does not exist', async () => {
    const missing = '/api/users/01890000-0000-7000-8000-000000000000/sessions';
    expect((await ctx.call(ctx.admin, 'GET', missing)).status).toBe(404);
    expect((await ctx.call(ctx.admin, 'DELETE', missing)).status).toBe(404);
  });
});

describe('a user’s own sessions', () => {
  it('list the current session first, even if others are newer', async () => {
    const { browsers } = await userWithSessions(7);
    const { items } = await list(browsers[0] as HttpClient, '/api/account/sessions');
    expect(items.map(({ current }) => current)).toEqual([true, false, false, false, false]);
    const others = items.slice(1).map(({ createdAt }) => createdAt);
    expect(others).toEqual(others.toSorted((a, b) => b.localeCompare(a)));
    const rest = await list(browsers[0] as HttpClient, '/api/account/sessions?_start=5&_end=10');
    expect(rest.items.map(({ current }) => current)).toEqual([false, false]);
  });

  it('show an IPv6 address in its short form', async () => {
    const { id, browsers } = await userWithSessions(1);
    await ctx.rows('update sessions set ip_address = $1 where user_id = $2', [
      '2001:0db8:0001:0002:0000:0000:0000:0000',
      id,
    ]);
    const { items } = await list(browsers[0] as HttpClient, '/api/account/sessions');
    expect(items[0]?.ipAddress).toBe('2001:db8:1:2::');
  });

  it('can be ended one at a time, but not those of other users', async () => {
    const [mine, theirs] = [await userWithSessions(2), await userWithSessions(1)];
    const [first, second] = mine.browsers as [HttpClient, HttpClient];
    const [stranger] = theirs.browsers as [HttpClient];
    const foreign = (await list(stranger, '/api/account/sessions')).items[0]!;
    expect((await ctx.call(first, 'DELETE', `/api/account/sessions/${foreign.id}`)).status).toBe(404);
    expect((await ctx.call(first, 'POST', '/api/auth/revoke-session', { token: foreign.id })).status).toBe(
      200,
    );
    expect(await ctx.session(stranger)).not.toBeNull();

    const other = (await list(first, '/api/account/sessions')).items.find(({ current }) => !current)!;
    expect((await ctx.call(first, 'DELETE', `/api/account/sessions/${other.id}`)).status).toBe(204);
    expect(await ctx.session(second)).toBeNull();
  });

  it('can be ended all except the current one', async () => {
    const { browsers } = await userWithSessions(3);
    const [first, ...others] = browsers as [HttpClient, ...HttpClient[]];
    expect((await ctx.call(first, 'DELETE', '/api/account/sessions')).status).toBe(204);
    expect(await ctx.session(first)).not.toBeNull();
    for (const other of others) expect(await ctx.session(other)).toBeNull();
  });

  it('can be ended with the id that sign-in returns instead of the token', async () => {
    const { browsers } = await userWithSessions(2);
    const [first, second] = browsers as [HttpClient, HttpClient];
    const listed = (await ctx.call(first, 'GET', '/api/auth/list-sessions')).body as { token: string }[];
    const current = (await list(first, '/api/account/sessions')).items.find((item) => item.current)!;
    const other = listed.find(({ token }) => token !== current.id)!;
    await ctx.call(first, 'POST', '/api/auth/revoke-session', other);
    expect(await ctx.session(second)).toBeNull();
  });
});
