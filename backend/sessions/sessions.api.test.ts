import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '#backend/testing/browser.ts';
import { PeopleAtWork } from '#backend/testing/user-fixture.ts';
import type { SessionItem } from '#contract/sessions.ts';

let at: PeopleAtWork;

beforeAll(async () => {
  at = await PeopleAtWork.start();
});
afterAll(() => at?.close());

/** Somebody who is signed in several times over. */
const personWithSessions = async (count: number) => {
  const made = await at.person();
  const browsers: Browser[] = [];
  for (let index = 0; index < count; index++) browsers.push(await at.signedIn(made.email));
  return { ...made, browsers };
};

const list = async (browser: Browser, path: string) => {
  const { status, body, headers } = await at.call(browser, 'GET', path);
  expect(status).toBe(200);
  return { items: body as SessionItem[], total: Number(headers.get('X-Total-Count')) };
};

const tokenOf = (browser: Browser) =>
  decodeURIComponent(/session_token=([^;]+)/.exec(browser.cookies)?.[1] ?? '').split('.')[0]!;

describe('the sessions of a person', () => {
  it('come five at a time, the newest first, with their number', async () => {
    const { id } = await personWithSessions(6);
    const { items, total } = await list(at.admin, `/api/users/${id}/sessions`);
    expect(total).toBe(6);
    expect(items).toHaveLength(5);
    expect(items.map(({ createdAt }) => createdAt)).toEqual(
      items.map(({ createdAt }) => createdAt).sort((a, b) => b.localeCompare(a)),
    );
    const rest = await list(at.admin, `/api/users/${id}/sessions?_start=5&_end=10`);
    expect(rest.items).toHaveLength(1);
    expect(items).not.toContainEqual(rest.items[0]);
  });

  it('refuse a page that is none, by its name', async () => {
    const { status, body } = await at.call(
      at.admin,
      'GET',
      `/api/users/${at.adminId}/sessions?_start=5&_end=2`,
    );
    expect(status).toBe(400);
    expect(body.errors._end[0].key).toBe('errors.pageTooLarge');
  });

  it('carry a fingerprint and no token, whoever asks and whichever way', async () => {
    const { id, browsers } = await personWithSessions(1);
    const [own] = browsers as [Browser];
    const token = tokenOf(own);
    const answers = await Promise.all([
      own.fetch('/api/account/sessions'),
      own.fetch('/api/auth/list-sessions'),
      own.fetch('/api/auth/get-session'),
      own.fetch('/api/fn/init'),
      at.admin.fetch(`/api/users/${id}/sessions`),
      at.admin.fetch('/api/auth/admin/list-user-sessions', { json: { userId: id } }),
    ]);
    for (const answer of answers) {
      const text = await answer.text();
      expect(answer.status).toBe(200);
      expect(text).not.toContain(token);
    }
    const { items } = await list(own, '/api/account/sessions');
    expect(items[0]).toMatchObject({ current: true, fingerprint: expect.stringMatching(/^[\da-f]{8}$/) });
  });

  it('end one at a time, from the next request on', async () => {
    const { id, browsers } = await personWithSessions(2);
    const [first, second] = browsers as [Browser, Browser];
    const { items } = await list(second, '/api/account/sessions');
    const other = items.find(({ current }) => !current)!;
    expect((await at.call(at.admin, 'DELETE', `/api/users/${id}/sessions/${other.id}`)).status).toBe(204);
    expect(await at.session(first)).toBeNull();
    expect(await at.session(second)).not.toBeNull();
    expect((await at.call(at.admin, 'DELETE', `/api/users/${id}/sessions/${other.id}`)).status).toBe(404);
  });

  it('end all at once', async () => {
    const { id, browsers } = await personWithSessions(2);
    expect((await at.call(at.admin, 'DELETE', `/api/users/${id}/sessions`)).status).toBe(204);
    for (const browser of browsers) expect(await at.session(browser)).toBeNull();
  });

  it('are not there for somebody who is not there', async () => {
    const nobody = '/api/users/01890000-0000-7000-8000-000000000000/sessions';
    expect((await at.call(at.admin, 'GET', nobody)).status).toBe(404);
    expect((await at.call(at.admin, 'DELETE', nobody)).status).toBe(404);
  });
});

describe('the own sessions', () => {
  it('begin with the one that asks, though others are newer', async () => {
    const { browsers } = await personWithSessions(7);
    const { items } = await list(browsers[0] as Browser, '/api/account/sessions');
    expect(items.map(({ current }) => current)).toEqual([true, false, false, false, false]);
    const others = items.slice(1).map(({ createdAt }) => createdAt);
    expect(others).toEqual(others.toSorted((a, b) => b.localeCompare(a)));
    const rest = await list(browsers[0] as Browser, '/api/account/sessions?_start=5&_end=10');
    expect(rest.items.map(({ current }) => current)).toEqual([false, false]);
  });

  it('show an IPv6 address in its short form', async () => {
    const { id, browsers } = await personWithSessions(1);
    await at.rows('update sessions set ip_address = $1 where user_id = $2', [
      '2001:0db8:0001:0002:0000:0000:0000:0000',
      id,
    ]);
    const { items } = await list(browsers[0] as Browser, '/api/account/sessions');
    expect(items[0]?.ipAddress).toBe('2001:db8:1:2::');
  });

  it('end one at a time, but only the own ones', async () => {
    const [mine, theirs] = [await personWithSessions(2), await personWithSessions(1)];
    const [first, second] = mine.browsers as [Browser, Browser];
    const [stranger] = theirs.browsers as [Browser];
    const foreign = (await list(stranger, '/api/account/sessions')).items[0]!;
    expect((await at.call(first, 'DELETE', `/api/account/sessions/${foreign.id}`)).status).toBe(404);
    expect((await at.call(first, 'POST', '/api/auth/revoke-session', { token: foreign.id })).status).toBe(
      200,
    );
    expect(await at.session(stranger)).not.toBeNull();

    const other = (await list(first, '/api/account/sessions')).items.find(({ current }) => !current)!;
    expect((await at.call(first, 'DELETE', `/api/account/sessions/${other.id}`)).status).toBe(204);
    expect(await at.session(second)).toBeNull();
  });

  it('end all but the one that asks', async () => {
    const { browsers } = await personWithSessions(3);
    const [first, ...others] = browsers as [Browser, ...Browser[]];
    expect((await at.call(first, 'DELETE', '/api/account/sessions')).status).toBe(204);
    expect(await at.session(first)).not.toBeNull();
    for (const other of others) expect(await at.session(other)).toBeNull();
  });

  it('end by the id that sign-in gives in place of the token', async () => {
    const { id, browsers } = await personWithSessions(2);
    const [first, second] = browsers as [Browser, Browser];
    const listed = (await at.call(first, 'GET', '/api/auth/list-sessions')).body as { token: string }[];
    const current = (await list(first, '/api/account/sessions')).items.find((item) => item.current)!;
    const other = listed.find(({ token }) => token !== current.id)!;
    await at.call(first, 'POST', '/api/auth/revoke-session', other);
    expect(await at.session(second)).toBeNull();

    const { sessions } = (
      await at.call(at.admin, 'POST', '/api/auth/admin/list-user-sessions', { userId: id })
    ).body;
    const sessionToken = sessions[0].token;
    await at.call(at.admin, 'POST', '/api/auth/admin/revoke-user-session', { sessionToken });
    expect(await at.session(first)).toBeNull();
  });
});
