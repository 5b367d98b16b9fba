import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { raw } from '#backend/testing/raw-request.ts';
import { SchoolFixture, type SchoolUser } from '#backend/testing/school-fixture.ts';

let ctx: SchoolFixture;
/** A limited administrator of the school in the north. */
let registrar: SchoolUser;

beforeAll(async () => {
  ctx = await SchoolFixture.start();
  registrar = ctx.north.registrar;
});
afterAll(() => ctx?.close());

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted();
const membersOf = (tenant: typeof ctx.north) => [
  ...[tenant.registrar, tenant.inspector, tenant.teacher, tenant.guardian],
];
const sessionOf = async ({ id }: { id: string }) =>
  (await ctx.rows<{ id: string }>('select id from sessions where user_id = $1 limit 1', [id]))[0]!.id;
const userRow = async ({ id }: { id: string }) =>
  (await ctx.rows<Record<string, unknown>>('select * from users where id = $1', [id]))[0];

/** A call concerning a user. */
type Endpoint = readonly [name: string, method: string, path: string, body?: object];

/** Every non-generated call concerning another user, as method and path below the user's. */
const ENDPOINTS: readonly Endpoint[] = [
  ['list sessions', 'GET', '/sessions'],
  ['end a session', 'DELETE', '/sessions/:session'],
  ['end all sessions', 'DELETE', '/sessions'],
  ['list API keys', 'GET', '/api-keys'],
  ['revoke an API key', 'DELETE', '/api-keys/:key'],
  ['ban', 'POST', '/ban', { reason: 'Spam' }],
  ['lift a ban', 'DELETE', '/ban'],
  ['impersonate', 'POST', '/impersonate'],
];

const CHANGES = ENDPOINTS.filter(([, method]) => method !== 'GET');

const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [endpoint[0], endpoint] as const);

/** Makes a call concerning a user who has a session and an API key. */
const through = async (
  who: SchoolUser,
  target: SchoolUser,
  [, method, path, body]: Endpoint,
): Promise<string> => {
  const { id: key } = await ctx.apiKey(target);
  const address = path.replace(':session', await sessionOf(target)).replace(':key', key);
  return ctx.outcome(who, method, `/api/users/${target.id}${address}`, body);
};

describe('a user of another tenant', () => {
  it.each(named(ENDPOINTS))('does not exist for a limited administrator: %s', async (_, endpoint) => {
    const target = await ctx.user('guardian', ctx.south);
    const before = await userRow(target);
    expect(await through(registrar, target, endpoint)).toBe('404 NOT_FOUND');
    expect(await userRow(target)).toEqual(before);
    expect((await ctx.call(target, 'GET', '/api/fn/init')).body.session.user.id).toBe(target.id);
  });

  it.each(named(ENDPOINTS))('is accessible to an administrator without limits: %s', async (_, endpoint) => {
    const target = await ctx.user('guardian', ctx.south);
    const admin = await ctx.user('admin');
    expect(await through(admin, target, endpoint)).toMatch(/^20[04]$/);
  });

  it('does not exist for the generated endpoints either', async () => {
    const { id } = ctx.south.guardian;
    for (const [method, path, body] of [
      ['GET', `/api/users/${id}`],
      ['PATCH', `/api/users/${id}`, { name: 'Moved' }],
      ['PUT', `/api/users/${id}`, { email: 'moved@example.com' }],
      ['DELETE', `/api/users/${id}`],
      ['GET', `/api/users/${id}/history`],
      ['GET', `/api/users/${id}/related`],
      ['GET', `/api/users/${id}/deletion`],
    ] as const)
      expect(`${method} ${await ctx.outcome(registrar, method, path, body)}`).toBe(`${method} 404 NOT_FOUND`);
    const { body } = await ctx.call(registrar, 'GET', `/api/users?id=${id}`);
    expect(body).toEqual([]);
    const csv = await registrar.browser.fetch('/api/users/export');
    expect(await csv.text()).not.toContain(ctx.south.guardian.email);
  });

  it("cannot be reached by moving: neither to the administrator's school nor away from it", async () => {
    const own = await ctx.user('guardian', ctx.north);
    const path = `/api/users/${own.id}`;
    const moved = await ctx.call(registrar, 'PATCH', path, { school: ctx.south.id });
    expect(moved.status).toBeGreaterThanOrEqual(400);
    expect((await userRow(own))?.school_id).toBe(ctx.north.id);
    const created = await ctx.call(registrar, 'POST', '/api/users', {
      email: 'elsewhere@example.com',
      school: ctx.south.id,
    });
    expect(created.status).toBe(400);
  });
});

describe('a user of the same tenant', () => {
  it.each(named(ENDPOINTS))('is administered by the limited administrator: %s', async (_, endpoint) => {
    const target = await ctx.user('guardian', ctx.north);
    const who = await ctx.user('registrar', ctx.north);
    expect(await through(who, target, endpoint)).toMatch(/^20[04]$/);
  });

  it.each(named(CHANGES))(
    'is only readable for an administrator without other rights to users: %s',
    async (_, endpoint) => {
      const target = await ctx.user('guardian', ctx.north);
      const before = await userRow(target);
      expect(await through(ctx.north.inspector, target, endpoint)).toBe('403 FORBIDDEN');
      expect(await userRow(target)).toEqual(before);
    },
  );

  it('with more rights can be read, but not changed, banned, signed out, impersonated or deleted', async () => {
    const target = await ctx.user('admin', ctx.north);
    for (const endpoint of ENDPOINTS)
      expect(`${endpoint[0]}: ${await through(registrar, target, endpoint)}`).toMatch(/: 403 /);
    const path = `/api/users/${target.id}`;
    expect((await ctx.call(registrar, 'GET', path)).status).toBe(200);
    expect(await ctx.outcome(registrar, 'PATCH', path, { email: 'taken@example.com' })).toMatch(/^403 /);
    expect(await ctx.outcome(registrar, 'PATCH', path, { name: 'Renamed' })).toMatch(/^403 /);
    expect(await ctx.outcome(registrar, 'PATCH', path, { role: 'guardian' })).toMatch(/^403 /);
    expect(await ctx.outcome(registrar, 'DELETE', path)).toMatch(/^403 /);
    const bulk = { action: 'delete', select: { ids: [target.id] } };
    expect((await ctx.call(registrar, 'POST', '/api/users/bulk', bulk)).status).toBeGreaterThanOrEqual(400);
    expect((await userRow(target))?.role).toBe('admin');
  });

  it.each(['teacher', 'registrar', 'inspector'])('may get a role with no more rights: %s', async (role) => {
    const target = await ctx.user('guardian', ctx.north);
    expect(await ctx.outcome(registrar, 'PATCH', `/api/users/${target.id}`, { role })).toBe('200');
    const email = `new-${role}@example.com`;
    const made = await ctx.call(registrar, 'POST', '/api/users', { email, role });
    expect({ status: made.status, school: made.body.school?.id }).toEqual({
      status: 201,
      school: ctx.north.id,
    });
  });

  it('never gets a role with more rights, through any call', async () => {
    const target = await ctx.user('guardian', ctx.north);
    const { id } = target;
    const rejected = '403 YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE';
    expect(await ctx.outcome(registrar, 'PATCH', `/api/users/${id}`, { role: 'admin' })).toBe(rejected);
    const made = { email: 'made-admin@example.com', role: 'admin' };
    expect(await ctx.outcome(registrar, 'POST', '/api/users', made)).toBe(rejected);
    const put = { email: target.email, role: 'admin', school: ctx.north.id };
    expect(await ctx.outcome(registrar, 'PUT', `/api/users/${id}`, put)).toBe(rejected);
    const bulk = { action: 'update', select: { ids: [id] }, values: { role: 'admin' } };
    expect(await ctx.outcome(registrar, 'POST', '/api/users/bulk', bulk)).toMatch(/^40[03] /);
    expect((await userRow(target))?.role).toBe('guardian');
  });

  it('gets no role with more rights back through undo, neither of a change nor of a deletion', async () => {
    const target = await ctx.user('admin', ctx.north);
    const path = `/api/users/${target.id}`;
    expect(await ctx.outcome(ctx.admin, 'PATCH', path, { role: 'guardian' })).toBe('200');
    const [change] = (await ctx.call(registrar, 'GET', `${path}/history`)).body;
    const undo = (change: { id: string }) =>
      ctx.outcome(registrar, 'POST', `${path}/history/${change.id}/undo`, {});
    expect(await undo(change)).toMatch(/^40[39] /);
    expect((await userRow(target))?.role).toBe('guardian');
    await ctx.rows("update users set role = 'admin' where id = $1", [target.id]);
    expect(await ctx.outcome(ctx.admin, 'DELETE', path)).toBe('204');
    const [deletion] = (await ctx.call(ctx.admin, 'GET', `${path}/history`)).body;
    expect(await undo(deletion)).toMatch(/^4/);
    expect(await userRow(target)).toBeUndefined();
  });

  it('reveals through its sessions no users whom the administrator may not read', async () => {
    const colleague = await ctx.user('registrar', ctx.north);
    const parent = await sessionOf(colleague);
    for (const { id } of [ctx.south.guardian, ctx.north.guardian])
      await ctx.rows(
        `insert into sessions (id, token, user_id, impersonated_by, parent_session_id, expires_at)
         values (gen_random_uuid(), gen_random_uuid()::text, $1, $2, $3::uuid, now() + interval '1 hour')`,
        [id, colleague.id, parent],
      );
    const path = `/api/users/${colleague.id}/sessions?_start=0&_end=10`;
    const { body } = await ctx.call(registrar, 'GET', path);
    expect(JSON.stringify(body)).not.toContain(ctx.south.guardian.id);
    expect(JSON.stringify(body)).not.toContain(ctx.south.guardian.email);
    expect(JSON.stringify(body)).toContain(ctx.north.guardian.id);
    expect(body).toHaveLength(3);
  });

  it('keeps the fields that the role of the administrator may not write', async () => {
    const target = await ctx.user('guardian', ctx.north);
    const path = `/api/users/${target.id}`;
    expect((await ctx.call(registrar, 'PATCH', path, { staffNumber: 7 })).status).toBe(400);
    expect((await ctx.call(registrar, 'PATCH', path, { remark: 'x' })).status).toBe(400);
  });
});

it('the last user of the first administering role remains, however many limited administrators exist', async () => {
  const others = "update users set role = 'guardian' where role = 'admin' and id <> $1 returning id";
  const demoted = await ctx.rows<{ id: string }>(others, [ctx.admin.id]);
  expect(await ctx.outcome(ctx.admin, 'POST', '/api/auth/delete-user', {})).toBe('409 LAST_ADMIN');
  const second = await ctx.user('admin');
  const path = `/api/users/${ctx.admin.id}`;
  const both = await Promise.all([
    ctx.outcome(second, 'PATCH', path, { role: 'registrar' }),
    ctx.outcome(ctx.admin, 'PATCH', `/api/users/${second.id}`, { role: 'registrar' }),
  ]);
  expect(both.filter((outcome) => outcome === '200')).toHaveLength(1);
  expect(await ctx.rows("select 1 from users where role = 'admin'")).toHaveLength(1);
  const ids = [ctx.admin.id, ...demoted.map(({ id }) => id)];
  await ctx.rows("update users set role = 'admin' where id = any($1)", [ids]);
});

describe("better-auth's endpoints that administer users", () => {
  const off = [
    ['POST', '/admin/set-role', { role: 'admin' }],
    ['POST', '/admin/create-user', { email: 'x@example.com', name: 'X', role: 'admin' }],
    ['POST', '/admin/update-user', { data: { role: 'admin' } }],
    ['POST', '/admin/remove-user', {}],
    ['POST', '/admin/impersonate-user', {}],
    ['POST', '/ADMIN/Set-Role', { role: 'admin' }],
    ['POST', '/admin//set-role/', { role: 'admin' }],
    ['POST', '/%61dmin/set-role', { role: 'admin' }],
    ['POST', '/admin/set%2Drole', { role: 'admin' }],
    ['POST', '/admin/anything-of-a-later-version', {}],
  ] as const;

  it.each(off)('are not on the network: %s %s', async (method, path, body) => {
    const target = await ctx.user('guardian', ctx.south);
    const json = { userId: target.id, ...body };
    for (const who of [registrar, ctx.admin])
      expect((await ctx.call(who, method, `/api/auth${path}`, json)).status).toBe(404);
    expect((await userRow(target))?.role).toBe('guardian');
  });

  it('are not reachable with another spelling of the path', async () => {
    const target = await ctx.user('guardian', ctx.south);
    const paths = [
      ...[
        '/api/auth/x/../admin/set-role',
        '/api/auth/x/%2e%2e/admin/set-role',
        '/api/auth/x/.%2E/admin/set-role',
      ],
      ...['/api/auth/admin/list-users/../set-role', '/api/auth/admin/list-users/%2e%2e/set-role'],
      ...[
        '/api/auth/admin/list-users%2f..%2fset-role',
        '/api/auth/admin%2Fset-role',
        '/api/auth/./admin/set-role',
      ],
      ...['/api/auth\\admin\\set-role', '/api/auth/admin;a=b/set-role', '/api/auth/admin/set-role?x=1'],
      ...['//api/auth/admin/set-role', '/api//auth/admin/set-role', '/x/../api/auth/admin/set-role'],
      ...[`${ctx.server.url}/api/auth/admin/set-role`, `${ctx.server.url}/api/auth/x/../admin/set-role`],
    ];
    for (const path of paths) {
      const headers = { cookie: ctx.admin.browser.cookies, origin: ctx.server.url };
      const json = { userId: target.id, role: 'admin' };
      const response = await raw(ctx.server.url, { path, headers, json });
      expect({ path, status: response.status }).toEqual({ path, status: 404 });
    }
    expect((await userRow(target))?.role).toBe('guardian');
  });

  it('are not in the OpenAPI document', async () => {
    const { paths } = (await ctx.call(ctx.admin, 'GET', '/api/openapi.json')).body;
    const left = Object.keys(paths).filter((path) => path.startsWith('/api/auth/admin/'));
    expect(left.toSorted()).toEqual(['/api/auth/admin/list-users', '/api/auth/admin/stop-impersonating']);
  });
});

describe('the list of users by better-auth’s client', () => {
  const list = (who: SchoolUser, query = '') => ctx.call(who, 'GET', `/api/auth/admin/list-users${query}`);

  it('has only the rows and the fields of the caller, also in its count', async () => {
    await ctx.rows("update users set remark = 'Secret'");
    const { status, body } = await list(ctx.north.inspector, '?limit=100');
    const { body: own } = await ctx.call(ctx.north.inspector, 'GET', '/api/users?_end=100');
    expect({ status, total: body.total }).toEqual({ status: 200, total: own.length });
    expect(idsOf(body.users)).toEqual(idsOf(own));
    expect(JSON.stringify(body)).not.toContain('Secret');
    expect(idsOf(body.users)).toEqual(expect.arrayContaining(idsOf(membersOf(ctx.north))));
    expect((await list(ctx.admin, '?limit=1')).body.total).toBeGreaterThan(body.total);
  });

  it('finds, sorts and pages within these rows', async () => {
    const { email } = ctx.south.guardian;
    expect((await list(registrar, `?searchValue=${email}`)).body).toMatchObject({ users: [], total: 0 });
    const all = (await list(registrar, '?sortBy=email&sortDirection=desc&limit=100')).body.users;
    expect(all.map((user: { email: string }) => user.email)).toEqual(
      all
        .map((user: { email: string }) => user.email)
        .toSorted()
        .toReversed(),
    );
    const second = (await list(registrar, '?sortBy=email&sortDirection=desc&limit=1&offset=1')).body;
    expect(second).toMatchObject({ users: [{ id: all[1].id }], total: all.length, limit: 1, offset: 1 });
    const byRole = (await list(registrar, '?filterField=role&filterValue=teacher')).body.users;
    expect(byRole.map(({ role }: { role: string }) => role)).toContain('teacher');
    expect(new Set(byRole.map(({ role }: { role: string }) => role)).size).toBe(1);
  });

  it('is for administrators who may read users', async () => {
    expect((await list(ctx.north.teacher)).body.code).toMatch(/FORBIDDEN|NOT_ALLOWED/);
    expect((await list(ctx.north.guardian)).status).toBe(403);
  });
});

describe('the figures of the dashboard', () => {
  let before: { signIns: number; total: number; users: { notOnboarded: number } };
  const figures = async (who: SchoolUser) => {
    const { body } = await ctx.call(who, 'GET', '/api/dashboard');
    const sum = (days: { count: number }[]) => days.reduce((total, { count }) => total + count, 0);
    const total = body.totals.find(({ resource }: { resource: string }) => resource === 'users')?.total;
    return { signIns: sum(body.signIns), total, users: body.users };
  };
  const signIn = (user: { id: string }) =>
    ctx.rows(
      `insert into history (id, resource, record_id, action, at, changes, actor_id)
       values (gen_random_uuid(), 'sessions', gen_random_uuid(), 'create', now(), '{}', $1)`,
      [user.id],
    );

  beforeEach(async () => {
    before = await figures(registrar);
  });

  it('count the sign-ins of users whom the user may see', async () => {
    await signIn(ctx.south.guardian);
    expect((await figures(registrar)).signIns).toBe(before.signIns);
    await signIn(ctx.north.guardian);
    expect((await figures(registrar)).signIns).toBe(before.signIns + 1);
    expect((await figures(ctx.admin)).signIns).toBeGreaterThanOrEqual(before.signIns + 2);
  });

  it('count the users whom the user may see', async () => {
    const since = async (user: { id: string }) => {
      await ctx.rows("update users set created_at = now() - interval '2 days' where id = $1", [user.id]);
      return figures(registrar);
    };
    const { users } = before;
    expect(await since(await ctx.user('guardian', ctx.south))).toMatchObject({ users });
    const after = await since(await ctx.user('guardian', ctx.north));
    expect(after.total).toBe(before.total + 1);
    expect(after.users.notOnboarded).toBe(users.notOnboarded + 1);
  });
});

describe('an impersonating limited administrator', () => {
  it.each([
    ['the user gets a role with more rights', 'user', { role: 'admin' }],
    ['the user goes to another school', 'user', { school: 'south' }],
    ['the administrator goes to another school', 'administrator', { school: 'south' }],
    ['the administrator gets a role that administers nobody', 'administrator', { role: 'teacher' }],
  ] as const)('stops being that user when %s', async (_, who, change) => {
    const administrator = await ctx.user('registrar', ctx.north);
    const user = await ctx.user('guardian', ctx.north);
    expect(await ctx.outcome(administrator, 'POST', `/api/users/${user.id}/impersonate`)).toBe('204');
    const pupils = () => ctx.outcome(administrator, 'GET', '/api/pupils');
    expect(await pupils()).toBe('200');
    const values = 'school' in change ? { school: ctx.south.id } : change;
    const { id } = who === 'user' ? user : administrator;
    expect(await ctx.outcome(ctx.admin, 'PATCH', `/api/users/${id}`, values)).toBe('200');
    expect(await pupils()).toBe('401 UNAUTHENTICATED');
    // A page continues with the administrator's own session.
    const { body } = await ctx.call(administrator, 'GET', '/api/fn/init');
    expect(body.session.user).toMatchObject({ id: administrator.id, email: administrator.email });
  });
});
