import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PeopleAtWork } from '#backend/testing/user-fixture.ts';

let at: PeopleAtWork;

beforeAll(async () => {
  at = await PeopleAtWork.start();
});
afterAll(() => at?.close());

describe('creating a person', () => {
  it('makes one who can sign in by code, under the address in lower case', async () => {
    const made = await at.person({ email: 'Grace@Example.com', name: 'Grace' });
    expect(made).toMatchObject({ email: 'grace@example.com', name: 'Grace', role: 'user', banned: false });
    expect(await at.session(await at.signedIn('grace@example.com'))).toMatchObject({
      user: { name: 'Grace', emailVerified: true },
    });
  });

  it('says at the field that an address is taken', async () => {
    const { email } = await at.person();
    const { status, body } = await at.call(at.admin, 'POST', '/api/users', { email: email.toUpperCase() });
    expect(status).toBe(409);
    expect(body.errors.email[0].key).toBe('errors.unique');
  });

  it('counts them, whichever way they come and go', async () => {
    const total = async () => {
      const { headers } = await at.call(at.admin, 'GET', '/api/users?_end=1');
      return Number(headers.get('X-Total-Count'));
    };
    const before = await total();
    const browser = await at.signedIn(at.newAddress());
    expect(await total()).toBe(before + 1);
    await at.call(browser, 'POST', '/api/auth/delete-user', {});
    expect(await total()).toBe(before);
    await at.person();
    expect(await total()).toBe(before + 1);
  });

  it('keeps in the history that they verified their address themselves, by signing in', async () => {
    const { id, email } = await at.person({ name: 'Grace' });
    await at.signedIn(email);
    const [line] = await at.history(id);
    expect(line).toMatchObject({
      action: 'update',
      changes: { emailVerified: { before: false, after: true } },
      actor: { id, label: 'Grace' },
    });
  });

  it('keeps who did it in the history', async () => {
    const { id, email } = await at.person();
    const [line] = await at.history(id);
    expect(line).toMatchObject({ action: 'create', actor: { id: at.adminId } });
    expect(line?.changes.email).toEqual({ before: null, after: email });
  });
});

describe('changing a person', () => {
  it('gives another role from their next request on', async () => {
    const { id, email } = await at.person();
    const browser = await at.signedIn(email);
    expect((await at.call(browser, 'GET', '/api/users')).status).toBe(403);
    await at.call(at.admin, 'PATCH', `/api/users/${id}`, { role: 'admin' });
    expect((await at.call(browser, 'GET', '/api/users')).status).toBe(200);
    await at.call(at.admin, 'PATCH', `/api/users/${id}`, { role: 'user' });
    expect((await at.call(browser, 'GET', '/api/users')).status).toBe(403);
  });

  it('makes another address an unverified one', async () => {
    const { id, email } = await at.person();
    await at.signedIn(email);
    const moved = at.newAddress();
    const { body } = await at.call(at.admin, 'PATCH', `/api/users/${id}`, { email: moved });
    expect(body).toMatchObject({ email: moved, emailVerified: false });
    const [line] = await at.history(id);
    expect(line?.changes).toEqual({
      email: { before: email, after: moved },
      emailVerified: { before: true, after: false },
    });
  });

  it('says at the field that the new address is taken', async () => {
    const [{ id }, { email }] = [await at.person(), await at.person()];
    const { status, body } = await at.call(at.admin, 'PATCH', `/api/users/${id}`, { email });
    expect(status).toBe(409);
    expect(body.errors.email[0].key).toBe('errors.unique');
  });

  it('takes an empty name for one that is not known', async () => {
    const { id } = await at.person({ name: 'Grace' });
    expect((await at.call(at.admin, 'PATCH', `/api/users/${id}`, { name: null })).status).toBe(200);
  });

  it('lets nobody change their own role', async () => {
    const own = `/api/users/${at.adminId}`;
    expect(await at.call(at.admin, 'PATCH', own, { role: 'user' })).toMatchObject({
      status: 403,
      body: { code: 'YOU_CANNOT_CHANGE_YOUR_OWN_ROLE' },
    });
  });

  it('ends the sessions that a former admin has begun as somebody else', async () => {
    const { browser, id } = await at.newAdmin();
    const other = await at.person();
    await at.call(browser, 'POST', `/api/users/${other.id}/impersonate`);
    expect(await at.session(browser)).toMatchObject({ user: { id: other.id }, impersonatedBy: id });
    await at.call(at.admin, 'PATCH', `/api/users/${id}`, { role: 'user' });
    expect((await at.call(browser, 'GET', '/api/books')).status).toBe(401);
    expect(await at.session(browser)).toMatchObject({ user: { id, role: 'user' }, impersonatedBy: null });
  });
});

describe('deleting a person', () => {
  it('ends their sessions and takes their accounts along, but keeps their history', async () => {
    const { id, email } = await at.person();
    const browser = await at.signedIn(email);
    expect((await at.call(at.admin, 'DELETE', `/api/users/${id}`)).status).toBe(204);
    expect(await at.session(browser)).toBeNull();
    const kept = await at.rows('select count(*)::int as n from sessions where user_id = $1', [id]);
    expect(kept).toEqual([{ n: 0 }]);
    expect((await at.history(id))[0]).toMatchObject({ action: 'delete', actor: { id: at.adminId } });
  });

  it('is not for oneself, however the id is written', async () => {
    const { id, browser } = await at.newAdmin();
    const refused = { body: { code: 'YOU_CANNOT_REMOVE_YOURSELF' } };
    for (const own of [id, id.toUpperCase()]) {
      expect(await at.call(browser, 'DELETE', `/api/users/${own}`)).toMatchObject(refused);
      const byClient = at.call(browser, 'POST', '/api/auth/admin/remove-user', { userId: own });
      expect(await byClient).toMatchObject(refused);
      expect(await at.session(browser)).toMatchObject({ user: { id } });
    }
  });

  it('that is refused leaves their sessions as they were', async () => {
    const { id, email } = await at.person();
    const browser = await at.signedIn(email);
    const { body: guild } = await at.call(browser, 'POST', '/api/auth/organization/create', {
      name: 'The Guild',
      slug: 'the-guild',
    });
    const other = await at.person();
    await at.rows(
      `insert into members (id, organization_id, user_id, role, created_at)
       values (gen_random_uuid(), $1::uuid, $2::uuid, 'member', now())`,
      [guild.id, other.id],
    );
    const refused = await at.call(at.admin, 'POST', '/api/auth/admin/remove-user', { userId: id });
    expect(refused.body.code).toBe('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER');
    expect(await at.session(browser)).not.toBeNull();
  });
});

describe('an admin whose session was begun more than a day ago', () => {
  it('signs in again before they hand out rights or addresses, or delete somebody', async () => {
    const { id, browser } = await at.newAdmin();
    const person = await at.person();
    await at.rows(`update sessions set created_at = now() - interval '25 hours' where user_id = $1`, [id]);
    const own = `/api/users/${person.id}`;
    const client = (data: object) => ({ userId: person.id, data });
    const sensitive: [string, string, unknown?][] = [
      ['PATCH', own, { role: 'admin' }],
      ['PATCH', own, { email: at.newAddress() }],
      ['DELETE', own],
      ['POST', '/api/users', { email: at.newAddress(), role: 'admin' }],
      ['POST', '/api/auth/admin/set-role', { userId: person.id, role: 'admin' }],
      ['POST', '/api/auth/admin/update-user', client({ email: at.newAddress() })],
      ['POST', '/api/auth/admin/remove-user', { userId: person.id }],
      ['POST', '/api/auth/admin/create-user', { email: at.newAddress(), name: 'Ada', role: 'admin' }],
    ];
    for (const [method, path, json] of sensitive)
      expect({ method, path, ...(await at.call(browser, method, path, json)) }).toMatchObject({
        status: 403,
        body: { code: 'SESSION_EXPIRED' },
      });
    expect((await at.call(browser, 'PATCH', own, { name: 'Grace' })).status).toBe(200);
    expect((await at.call(browser, 'POST', `${own}/ban`, {})).status).toBe(204);
  });
});

describe('the last admin', () => {
  type Request = (
    id: string,
  ) => Parameters<PeopleAtWork['call']> extends [unknown, ...infer Rest] ? Rest : never;
  const ways: [string, Request][] = [
    ['demote', (id) => ['PATCH', `/api/users/${id}`, { role: 'user' }]],
    ['delete', (id) => ['DELETE', `/api/users/${id}`]],
    ['ban', (id) => ['POST', `/api/users/${id}/ban`, {}]],
    ['by sign-in demote', (id) => ['POST', '/api/auth/admin/set-role', { userId: id, role: 'user' }]],
    ['by sign-in remove', (id) => ['POST', '/api/auth/admin/remove-user', { userId: id }]],
    ['by sign-in ban', (id) => ['POST', '/api/auth/admin/ban-user', { userId: id }]],
  ];

  const onlyAdmins = (...ids: string[]) =>
    at.rows(`update users set role = case when id = any($1) then 'admin' else 'user' end`, [ids]);

  it.each(ways)('stays when two admins %s each other at the same moment', async (_way, request) => {
    const [one, two] = [await at.newAdmin(), await at.newAdmin()];
    await onlyAdmins(one.id, two.id);
    const answers = await Promise.all([
      at.call(one.browser, ...request(two.id)),
      at.call(two.browser, ...request(one.id)),
    ]);
    const left = await at.rows(`select id from users where role = 'admin' and banned is not true`);
    await onlyAdmins(at.adminId);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(left).toHaveLength(1);
  });

  it('cannot delete their own account either, and stays signed in', async () => {
    const { status, body } = await at.call(at.admin, 'POST', '/api/auth/delete-user', {});
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'LAST_ADMIN' });
    expect(await at.session(at.admin)).not.toBeNull();
  });
});
