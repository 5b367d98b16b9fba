import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserFixture } from '#backend/testing/user-fixture.ts';

let ctx: UserFixture;

beforeAll(async () => {
  ctx = await UserFixture.start();
});
afterAll(() => ctx?.close());

describe('creating a user', () => {
  it('creates one who can sign in with a code, with the address in lower case', async () => {
    const made = await ctx.user({ email: 'Grace@Example.com', name: 'Grace' });
    expect(made).toMatchObject({ email: 'grace@example.com', name: 'Grace', role: 'user', banned: false });
    expect(await ctx.session(await ctx.signedIn('grace@example.com'))).toMatchObject({
      user: { name: 'Grace', emailVerified: true },
    });
  });

  it('returns an error at the field for a used address', async () => {
    const { email } = await ctx.user();
    const { status, body } = await ctx.call(ctx.admin, 'POST', '/api/users', { email: email.toUpperCase() });
    expect(status).toBe(409);
    expect(body.errors.email[0].key).toBe('errors.unique');
  });

  it('rejects a name that users cannot give themselves, however it is given', async () => {
    const { id } = await ctx.user();
    const name = '<b>Eve</b>';
    const select = { ids: [id] };
    const calls: [string, string, object][] = [
      ['POST', '/api/users', { email: ctx.newAddress(), name }],
      ['PATCH', `/api/users/${id}`, { name }],
      ['POST', '/api/users/bulk', { select, action: 'update', values: { name } }],
    ];
    for (const [method, path, json] of calls) {
      const { status, body } = await ctx.call(ctx.admin, method, path, json);
      expect([path, status, body.errors?.name[0].key]).toEqual([path, 400, 'errors.invalid']);
    }
    const { body } = await ctx.call(ctx.admin, 'PATCH', `/api/users/${id}`, { name: 'Eve\nBcc: x@y.z' });
    expect(body.name).toBe('Eve Bcc: x@y.z');
  });

  it('updates the count, however users are created and deleted', async () => {
    const total = async () => {
      const { headers } = await ctx.call(ctx.admin, 'GET', '/api/users?_end=1');
      return Number(headers.get('X-Total-Count'));
    };
    const before = await total();
    const browser = await ctx.signedIn(ctx.newAddress());
    expect(await total()).toBe(before + 1);
    await ctx.call(browser, 'POST', '/api/auth/delete-user', {});
    expect(await total()).toBe(before);
    await ctx.user();
    expect(await total()).toBe(before + 1);
  });

  it('records in the history that the user verified the address by signing in', async () => {
    const { id, email } = await ctx.user({ name: 'Grace' });
    await ctx.signedIn(email);
    const [line] = await ctx.history(id);
    expect(line).toMatchObject({
      action: 'update',
      changes: { emailVerified: { before: false, after: true } },
      actor: { id, label: 'Grace' },
    });
  });

  it('records the acting admin in the history', async () => {
    const { id, email } = await ctx.user();
    const [line] = await ctx.history(id);
    expect(line).toMatchObject({ action: 'create', actor: { id: ctx.adminId } });
    expect(line?.changes.email).toEqual({ before: null, after: email });
  });
});

describe('changing a user', () => {
  it('applies a new role from the user’s next request on', async () => {
    const { id, email } = await ctx.user();
    const browser = await ctx.signedIn(email);
    expect((await ctx.call(browser, 'GET', '/api/users')).status).toBe(403);
    await ctx.call(ctx.admin, 'PATCH', `/api/users/${id}`, { role: 'admin' });
    expect((await ctx.call(browser, 'GET', '/api/users')).status).toBe(200);
    await ctx.call(ctx.admin, 'PATCH', `/api/users/${id}`, { role: 'user' });
    expect((await ctx.call(browser, 'GET', '/api/users')).status).toBe(403);
  });

  it('marks a new address as unverified', async () => {
    const { id, email } = await ctx.user();
    await ctx.signedIn(email);
    const moved = ctx.newAddress();
    const { body } = await ctx.call(ctx.admin, 'PATCH', `/api/users/${id}`, { email: moved });
    expect(body).toMatchObject({ email: moved, emailVerified: false });
    const [line] = await ctx.history(id);
    expect(line?.changes).toEqual({
      email: { before: email, after: moved },
      emailVerified: { before: true, after: false },
    });
  });

  it('returns an error at the field if another user has the new address', async () => {
    const [{ id }, { email }] = [await ctx.user(), await ctx.user()];
    const { status, body } = await ctx.call(ctx.admin, 'PATCH', `/api/users/${id}`, { email });
    expect(status).toBe(409);
    expect(body.errors.email[0].key).toBe('errors.unique');
  });

  it('treats an empty name as a missing one', async () => {
    const { id } = await ctx.user({ name: 'Grace' });
    expect((await ctx.call(ctx.admin, 'PATCH', `/api/users/${id}`, { name: null })).status).toBe(200);
  });

  it('finds users without a name with the filter for missing values, at every door', async () => {
    const [{ id, email }, { email: named }] = [await ctx.user(), await ctx.user({ name: 'Grace' })];
    const query = `name_null=true&email=${email}&email=${named}`;
    const found = async (asked: string) =>
      (await ctx.call(ctx.admin, 'GET', `/api/users?${asked}`)).body.map((user: { id: string }) => user.id);
    expect(await found(query)).toEqual([id]);
    expect(await found(query.replace('true', 'false'))).not.toContain(id);
    const csv = await (await ctx.admin.fetch(`/api/users/export?${query}`)).text();
    expect([csv.includes(email), csv.includes(named)]).toEqual([true, false]);
    const bulk = { select: { query, count: 1 }, action: 'update', values: { name: 'Ada' } };
    expect((await ctx.call(ctx.admin, 'POST', '/api/users/bulk', bulk)).status).toBe(200);
    expect(await found(query)).toEqual([]);
  });

  it('does not let admins change their own role', async () => {
    const own = `/api/users/${ctx.adminId}`;
    expect(await ctx.call(ctx.admin, 'PATCH', own, { role: 'user' })).toMatchObject({
      status: 403,
      body: { code: 'YOU_CANNOT_CHANGE_YOUR_OWN_ROLE' },
    });
  });

  it('ends the impersonations of a demoted admin', async () => {
    const { browser, id } = await ctx.newAdmin();
    const other = await ctx.user();
    await ctx.call(browser, 'POST', `/api/users/${other.id}/impersonate`);
    expect(await ctx.session(browser)).toMatchObject({ user: { id: other.id }, impersonatedBy: id });
    await ctx.call(ctx.admin, 'PATCH', `/api/users/${id}`, { role: 'user' });
    expect((await ctx.call(browser, 'GET', '/api/books')).status).toBe(401);
    expect(await ctx.session(browser)).toMatchObject({ user: { id, role: 'user' }, impersonatedBy: null });
  });
});

describe('deleting a user', () => {
  it('deletes their sessions and accounts, but keeps their history', async () => {
    const { id, email } = await ctx.user();
    const browser = await ctx.signedIn(email);
    expect((await ctx.call(ctx.admin, 'DELETE', `/api/users/${id}`)).status).toBe(204);
    expect(await ctx.session(browser)).toBeNull();
    const kept = await ctx.rows('select count(*)::int as n from sessions where user_id = $1', [id]);
    expect(kept).toEqual([{ n: 0 }]);
    expect((await ctx.history(id))[0]).toMatchObject({ action: 'delete', actor: { id: ctx.adminId } });
  });

  it('is rejected for yourself, in upper and lower case of the id', async () => {
    const { id, browser } = await ctx.newAdmin();
    const rejected = { body: { code: 'YOU_CANNOT_REMOVE_YOURSELF' } };
    for (const own of [id, id.toUpperCase()]) {
      expect(await ctx.call(browser, 'DELETE', `/api/users/${own}`)).toMatchObject(rejected);
      expect(await ctx.session(browser)).toMatchObject({ user: { id } });
    }
  });

  it('leaves their sessions intact if it is rejected', async () => {
    const { id, email } = await ctx.user();
    const browser = await ctx.signedIn(email);
    const { body: writers } = await ctx.call(browser, 'POST', '/api/auth/organization/create', {
      name: 'Writers',
      slug: 'writers',
    });
    const other = await ctx.user();
    await ctx.rows(
      `insert into members (id, organization_id, user_id, role, created_at)
       values (gen_random_uuid(), $1::uuid, $2::uuid, 'member', now())`,
      [writers.id, other.id],
    );
    const rejected = await ctx.call(ctx.admin, 'DELETE', `/api/users/${id}`);
    expect(rejected.body.code).toBe('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER');
    expect(await ctx.session(browser)).not.toBeNull();
  });
});

describe('an admin whose session is older than a day', () => {
  it('must sign in again to change roles or addresses or to delete a user', async () => {
    const { id, browser } = await ctx.newAdmin();
    const user = await ctx.user();
    await ctx.rows(`update sessions set created_at = now() - interval '25 hours' where user_id = $1`, [id]);
    const own = `/api/users/${user.id}`;
    const sensitive: [string, string, unknown?][] = [
      ['PATCH', own, { role: 'admin' }],
      ['PATCH', own, { email: ctx.newAddress() }],
      ['DELETE', own],
      ['POST', '/api/users', { email: ctx.newAddress(), role: 'admin' }],
      ['POST', '/api/auth/delete-user', {}],
    ];
    for (const [method, path, json] of sensitive)
      expect({ method, path, ...(await ctx.call(browser, method, path, json)) }).toMatchObject({
        status: 403,
        body: { code: 'SESSION_EXPIRED' },
      });
    expect((await ctx.call(browser, 'PATCH', own, { name: 'Grace' })).status).toBe(200);
    const until = '2100-01-01T00:00:00+03:00';
    expect((await ctx.call(browser, 'POST', `${own}/ban`, { until })).status).toBe(204);
    const { body } = await ctx.call(browser, 'GET', own);
    expect(body.banExpires).toBe('2099-12-31T21:00:00.000Z');
  });
});

describe('the last admin', () => {
  type Request = (
    id: string,
  ) => Parameters<UserFixture['call']> extends [unknown, ...infer Rest] ? Rest : never;
  const ways: [string, Request][] = [
    ['demote', (id) => ['PATCH', `/api/users/${id}`, { role: 'user' }]],
    ['delete', (id) => ['DELETE', `/api/users/${id}`]],
    ['ban', (id) => ['POST', `/api/users/${id}/ban`, {}]],
  ];

  const onlyAdmins = (...ids: string[]) =>
    ctx.rows(`update users set role = case when id = any($1) then 'admin' else 'user' end`, [ids]);

  it.each(ways)('remains when two admins %s each other concurrently', async (_way, request) => {
    const [one, two] = [await ctx.newAdmin(), await ctx.newAdmin()];
    await onlyAdmins(one.id, two.id);
    const responses = await Promise.all([
      ctx.call(one.browser, ...request(two.id)),
      ctx.call(two.browser, ...request(one.id)),
    ]);
    const left = await ctx.rows(`select id from users where role = 'admin' and banned is not true`);
    await onlyAdmins(ctx.adminId);
    expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(left).toHaveLength(1);
  });

  it('cannot delete their own account, and stays signed in', async () => {
    const { status, body } = await ctx.call(ctx.admin, 'POST', '/api/auth/delete-user', {});
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'LAST_ADMIN' });
    expect(await ctx.session(ctx.admin)).not.toBeNull();
  });
});
