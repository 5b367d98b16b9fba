import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '#backend/testing/browser.ts';
import { PeopleAtWork } from '#backend/testing/user-fixture.ts';
import type { SessionItem } from '#contract/sessions.ts';

let at: PeopleAtWork;
let sibling: string;
beforeAll(async () => {
  at = await PeopleAtWork.start();
  sibling = await at.server.sibling();
});
afterAll(() => at?.close());

/** An admin in two browsers: in one of them as somebody else. */
const impersonation = async () => {
  const { id, email } = await at.person({ role: 'admin' });
  const [acting, other] = [await at.signedIn(email), await at.signedIn(email)];
  const person = await at.person({ name: 'Grace Hopper' });
  const own = await currentSession(acting);
  const ownCookies = acting.cookies;
  expect((await at.call(acting, 'POST', `/api/users/${person.id}/impersonate`)).status).toBe(204);
  return { id, acting, other, own, ownCookies, person };
};

type Impersonation = Awaited<ReturnType<typeof impersonation>>;

const list = async (browser: Browser, path = '/api/account/sessions') =>
  (await at.call(browser, 'GET', path)).body as SessionItem[];
const currentSession = async (browser: Browser) => (await list(browser)).find(({ current }) => current)!.id;

/** Whether the impersonation goes on, as either server says. */
const goesOn = async ({ acting }: Impersonation) => {
  const answers = [at.server.url, sibling].map((url) =>
    fetch(`${url}/api/books`, { headers: { cookie: acting.cookies } }),
  );
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(new Set(statuses).size).toBe(1);
  return statuses[0] === 200;
};

const ENDINGS: Readonly<Record<string, (begun: Impersonation) => Promise<unknown>>> = {
  'another admin revokes it': ({ id, own }) =>
    at.call(at.admin, 'DELETE', `/api/users/${id}/sessions/${own}`),
  'another admin revokes all of the admin’s': ({ id }) =>
    at.call(at.admin, 'DELETE', `/api/users/${id}/sessions`),
  'another admin revokes it by the official client': ({ own }) =>
    at.call(at.admin, 'POST', '/api/auth/admin/revoke-user-session', { sessionToken: own }),
  'another admin revokes all of the admin’s by the official client': ({ id }) =>
    at.call(at.admin, 'POST', '/api/auth/admin/revoke-user-sessions', { userId: id }),
  'the admin revokes it from another browser': ({ other, own }) =>
    at.call(other, 'DELETE', `/api/account/sessions/${own}`),
  'the admin revokes all others from another browser': ({ other }) =>
    at.call(other, 'DELETE', '/api/account/sessions'),
  'the admin revokes it by the official client': ({ other, own }) =>
    at.call(other, 'POST', '/api/auth/revoke-session', { token: own }),
  'the admin revokes all by the official client': ({ other }) =>
    at.call(other, 'POST', '/api/auth/revoke-sessions', {}),
  'the admin revokes all others by the official client': ({ other }) =>
    at.call(other, 'POST', '/api/auth/revoke-other-sessions', {}),
  'it signs out': ({ ownCookies }) =>
    fetch(`${at.server.url}/api/auth/sign-out`, {
      method: 'POST',
      headers: { cookie: ownCookies, origin: at.server.url, 'content-type': 'application/json' },
      body: '{}',
    }),
  'the admin deletes their account': ({ other }) => at.call(other, 'POST', '/api/auth/delete-user', {}),
  'the admin is deleted': ({ id }) => at.call(at.admin, 'DELETE', `/api/users/${id}`),
  'the admin is banned': ({ id }) => at.call(at.admin, 'POST', `/api/users/${id}/ban`, {}),
};

describe('what an admin’s session has begun as somebody else', () => {
  it.each(Object.entries(ENDINGS))('ends with that session on every server, when %s', async (_, end) => {
    const begun = await impersonation();
    expect(await goesOn(begun)).toBe(true);
    await end(begun);
    expect(await goesOn(begun)).toBe(false);
    expect(await at.session(begun.acting)).toBeNull();
    const left = 'select 1 from sessions where impersonated_by = $1';
    expect(await at.rows(left, [begun.id])).toEqual([]);
    const lines = (await at.history(begun.person.id)).filter(({ changes }) => changes.impersonated);
    expect(lines.map(({ changes }) => changes.impersonated?.after)).toEqual([false, true]);
  });

  it('goes on when another session of the admin ends', async () => {
    const begun = await impersonation();
    await at.call(at.admin, 'DELETE', `/api/users/${begun.id}/sessions/${await currentSession(begun.other)}`);
    expect(await goesOn(begun)).toBe(true);
  });

  it('does not outlive that session where this runs out', async () => {
    const begun = await impersonation();
    await at.rows('update sessions set expires_at = now() where id = $1', [begun.own]);
    expect(await goesOn(begun)).toBe(false);
  });

  it('is not begun by a session that ends at the same moment, or ends with it', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, email } = await at.person({ role: 'admin' });
      const [browser, person] = [await at.signedIn(email), await at.person()];
      const [begun] = await Promise.all([
        at.call(browser, 'POST', `/api/users/${person.id}/impersonate`),
        at.call(at.admin, 'DELETE', `/api/users/${id}/sessions`),
      ]);
      expect([204, 401]).toContain(begun.status);
      expect(await at.rows('select 1 from sessions where impersonated_by = $1', [id])).toEqual([]);
    }
  });

  it('is among the admin’s own sessions, by whom it is as, and ends alone from there', async () => {
    const begun = await impersonation();
    const { other, person, id } = begun;
    const impersonating = { id: person.id, name: 'Grace Hopper' };
    const [mine, theirs] = [await list(other), await list(at.admin, `/api/users/${id}/sessions`)];
    expect(mine.map((item) => item.impersonating)).toEqual([null, impersonating, null]);
    expect(theirs.map((item) => item.impersonating)).toEqual([impersonating, null, null]);
    const own = (await at.call(other, 'GET', '/api/account/sessions')).headers.get('x-total-count');
    expect(own).toBe('3');

    expect((await at.call(other, 'DELETE', `/api/account/sessions/${mine[1]?.id}`)).status).toBe(204);
    expect(await goesOn(begun)).toBe(false);
    expect(await at.session(begun.acting)).toMatchObject({ user: { id }, impersonatedBy: null });
    expect((await list(other)).map((item) => item.impersonating)).toEqual([null, null]);
  });

  it('tells nobody through sign-in which session it was begun from', async () => {
    const { acting, own } = await impersonation();
    for (const path of ['/api/auth/get-session', '/api/auth/list-sessions'])
      expect(await (await acting.fetch(path)).text()).not.toContain(own);
  });

  it('ends all, however many there are', async () => {
    const { id, other, person } = await impersonation();
    const parent = await currentSession(other);
    await at.rows(
      `insert into sessions (id, token, user_id, impersonated_by, parent_session_id, expires_at)
       select gen_random_uuid(), 'many-' || n || $1::text, $1::uuid, $2, $3::uuid, now() + interval '1 hour'
       from generate_series(1, 150) n`,
      [person.id, id, parent],
    );
    await at.call(at.admin, 'POST', '/api/auth/admin/revoke-user-session', { sessionToken: parent });
    expect(await at.rows('select 1 from sessions where parent_session_id = $1', [parent])).toEqual([]);
  });
});
