import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { noExtensions } from '#backend/extend/load-extensions.ts';
import { pupilEndpoints, pupilRoutes } from '#backend/testing/school-endpoints.ts';
import { SchoolFixture, type SchoolUser } from '#backend/testing/school-fixture.ts';

/*
 * A record that a user may not read gets the same response everywhere as a nonexistent one: the same status,
 * headers and body, so that no user finds out by trying what another school has.
 */

let ctx: SchoolFixture;
/** The records of the south, by kind. */
let hidden: Record<string, string>;
let own: Record<string, string>;

beforeAll(async () => {
  const extensions = { ...noExtensions, routes: { pupils: pupilRoutes }, endpoints: [pupilEndpoints] };
  ctx = await SchoolFixture.start({ extensions });
  hidden = await recordsOf(ctx.south);
  own = await recordsOf(ctx.north);
});
afterAll(() => ctx?.close());

const recordsOf = async (school: SchoolFixture['north']) => {
  const teacher = await ctx.add('teachers', { name: 'Teacher', schools: [school.id] });
  const pupil = await ctx.add('pupils', { name: 'Pupil', school: school.id, teachers: [teacher] });
  const { registrar } = school;
  await ctx.call(registrar, 'PATCH', `/api/pupils/${pupil}`, { name: 'Pupil again' });
  const change = (await ctx.call(registrar, 'GET', `/api/pupils/${pupil}/history`)).body[0].id;
  const values = { name: 'In bulk' };
  const { body } = await ctx.call(registrar, 'POST', '/api/pupils/bulk', {
    action: 'update',
    select: { ids: [pupil] },
    values,
  });
  const view = await ctx.call(registrar, 'POST', '/api/views', {
    resource: 'pupils',
    name: 'Mine',
    query: '',
  });
  const uploaded = await fetch(`${ctx.server.url}/api/pupils/import?name=a.csv`, {
    method: 'POST',
    headers: { cookie: registrar.browser.cookies, origin: ctx.server.url, 'content-type': 'text/csv' },
    body: 'name\r\nOne',
  });
  const session = (await ctx.call(registrar, 'GET', '/api/account/sessions')).body[0].id;
  const { id: key } = await ctx.apiKey(registrar);
  return {
    pupil,
    teacher,
    change,
    batch: body.batch,
    view: view.body.id,
    session,
    key,
    school: school.id,
    user: school.guardian.id,
    import: (await uploaded.json()).id,
  };
};

type Call = readonly [method: string, path: string, body?: object];
type Ids = Record<string, string>;

const DOORS: Record<string, (ids: Ids, own: Ids) => Call> = {
  read: ({ pupil }) => ['GET', `/api/pupils/${pupil}`],
  list: ({ pupil }) => ['GET', `/api/pupils?id=${pupil}`],
  'filter by reference': ({ teacher }) => ['GET', `/api/pupils?teachers=${teacher}`],
  'filter by reference ne': ({ teacher }) => ['GET', `/api/pupils?teachers_ne=${teacher}`],
  'filter by school': ({ school }) => ['GET', `/api/pupils?school=${school}`],
  'filter by guardian': ({ user }) => ['GET', `/api/pupils?guardians=${user}`],
  export: ({ pupil }) => ['GET', `/api/pupils/export?id=${pupil}`],
  'export selected': ({ pupil }) => ['POST', '/api/pupils/export', { select: { ids: [pupil] } }],
  patch: ({ pupil }) => ['PATCH', `/api/pupils/${pupil}`, { name: 'x' }],
  'invalid patch': ({ pupil }) => ['PATCH', `/api/pupils/${pupil}`, { name: null }],
  put: ({ pupil }, { school }) => ['PUT', `/api/pupils/${pupil}`, { name: 'x', school }],
  delete: ({ pupil }) => ['DELETE', `/api/pupils/${pupil}`],
  deletion: ({ pupil }) => ['GET', `/api/pupils/${pupil}/deletion`],
  related: ({ pupil }) => ['GET', `/api/pupils/${pupil}/related`],
  history: ({ pupil }) => ['GET', `/api/pupils/${pupil}/history`],
  'history of all': ({ pupil }) => ['GET', `/api/history?record=${pupil}`],
  'history by user': ({ user }) => ['GET', `/api/history?user=${user}`],
  'history by key': ({ key }) => ['GET', `/api/history?apiKey=${key}`],
  'history by batch': ({ batch }) => ['GET', `/api/history?batch=${batch}`],
  'history export': ({ pupil }) => ['GET', `/api/history/export?record=${pupil}`],
  undo: ({ pupil, change }) => ['POST', `/api/pupils/${pupil}/history/${change}/undo`],
  'undo at own': ({ change }, { pupil }) => ['POST', `/api/pupils/${pupil}/history/${change}/undo`],
  'undo batch': ({ batch }) => ['POST', `/api/history/batches/${batch}/undo`],
  'bulk update': ({ pupil }) => [
    'POST',
    '/api/pupils/bulk',
    { action: 'update', select: { ids: [pupil] }, values: { name: 'x' } },
  ],
  'bulk delete': ({ pupil }) => ['POST', '/api/pupils/bulk', { action: 'delete', select: { ids: [pupil] } }],
  'bulk mixed': ({ pupil }, mine) => [
    'POST',
    '/api/pupils/bulk',
    { action: 'update', select: { ids: [mine.pupil, pupil] }, values: { name: 'y' } },
  ],
  'bulk deletion': ({ pupil }) => ['POST', '/api/pupils/bulk/deletion', { select: { ids: [pupil] } }],
  'bulk by query': ({ teacher }) => [
    'POST',
    '/api/pupils/bulk',
    { action: 'update', select: { query: `teachers=${teacher}`, count: 1 }, values: { name: 'y' } },
  ],
  'create referring': ({ teacher }, { school }) => [
    'POST',
    '/api/pupils',
    { name: 'R', school, teachers: [teacher] },
  ],
  'create for school': ({ school }) => ['POST', '/api/pupils', { name: 'R', school }],
  'patch referring': ({ teacher }, { pupil }) => ['PATCH', `/api/pupils/${pupil}`, { teachers: [teacher] }],
  'patch school': ({ school }, { pupil }) => ['PATCH', `/api/pupils/${pupil}`, { school }],
  'patch guardians': ({ user }, { pupil }) => ['PATCH', `/api/pupils/${pupil}`, { guardians: [user] }],
  'teacher schools': ({ school }, { teacher }) => [
    'PATCH',
    `/api/teachers/${teacher}`,
    { schools: [school] },
  ],
  'bulk referring': ({ teacher }, { pupil }) => [
    'POST',
    '/api/pupils/bulk',
    { action: 'update', select: { ids: [pupil] }, values: { teachers: [teacher] } },
  ],
  'bulk school': ({ school }, { pupil }) => [
    'POST',
    '/api/pupils/bulk',
    { action: 'update', select: { ids: [pupil] }, values: { school } },
  ],
  'user school': ({ school }, { user }) => ['PATCH', `/api/users/${user}`, { school }],
  'own seen': ({ pupil }) => ['GET', `/api/pupils/seen/${pupil}`],
  'own rename': ({ pupil }) => ['POST', `/api/pupils/rename/${pupil}`, {}],
  'own expel': ({ pupil }) => ['POST', `/api/pupils/expel/${pupil}`, {}],
  'own user': ({ user }) => ['POST', `/api/pupils/change-user/${user}`, { name: 'x' }],
  'own user school': ({ school }, { user }) => ['POST', `/api/pupils/change-user/${user}`, { school }],
  'save view': ({ teacher }) => [
    'POST',
    '/api/views',
    { resource: 'pupils', name: newId(), query: `teachers=${teacher}` },
  ],
  'patch view': ({ view }) => ['PATCH', `/api/views/${view}`, { name: 'x' }],
  'delete view': ({ view }) => ['DELETE', `/api/views/${view}`],
  'import read': ({ import: id }) => ['GET', `/api/imports/${id}`],
  'import check': ({ import: id }) => [
    'POST',
    `/api/imports/${id}/check`,
    { mapping: ['name'], matchBy: null },
  ],
  'import run': ({ import: id }) => ['POST', `/api/imports/${id}/run`, { mode: 'valid' }],
  'import cancel': ({ import: id }) => ['POST', `/api/imports/${id}/cancel`],
  'import invalid rows': ({ import: id }) => ['GET', `/api/imports/${id}/invalid-rows`],
  'import invalid rows csv': ({ import: id }) => ['GET', `/api/imports/${id}/invalid-rows.csv`],
  'account session': ({ session }) => ['DELETE', `/api/account/sessions/${session}`],
  'account key': ({ key }) => ['DELETE', `/api/account/api-keys/${key}`],
  'user read': ({ user }) => ['GET', `/api/users/${user}`],
  'user delete': ({ user }) => ['DELETE', `/api/users/${user}`],
  'user ban': ({ user }) => ['POST', `/api/users/${user}/ban`, {}],
  'user unban': ({ user }) => ['DELETE', `/api/users/${user}/ban`],
  'user sessions': ({ user }) => ['GET', `/api/users/${user}/sessions`],
  'user end': ({ user }) => ['DELETE', `/api/users/${user}/sessions`],
  'user end one': ({ session }, { user }) => ['DELETE', `/api/users/${user}/sessions/${session}`],
  'user keys': ({ user }) => ['GET', `/api/users/${user}/api-keys`],
  'user key': ({ key }, { user }) => ['DELETE', `/api/users/${user}/api-keys/${key}`],
  'user impersonate': ({ user }) => ['POST', `/api/users/${user}/impersonate`],
  'user related': ({ user }) => ['GET', `/api/users/${user}/related`],
  'list-users': ({ user }) => ['GET', `/api/auth/admin/list-users?filterField=id&filterValue=${user}`],
  'list-users school': ({ school }) => [
    'GET',
    `/api/auth/admin/list-users?filterField=school&filterValue=${school}`,
  ],
  'school read': ({ school }) => ['GET', `/api/schools/${school}`],
  'school history': ({ school }) => ['GET', `/api/schools/${school}/history`],
  'teacher delete': ({ teacher }) => ['DELETE', `/api/teachers/${teacher}`],
  'page of record': ({ pupil }) => ['GET', `/manager/pupils/${pupil}`],
  'page of list': ({ teacher }) => ['GET', `/manager/pupils?teachers=${teacher}`],
};

// A view has its own name and id.
const answerOf = async (who: Pick<SchoolUser, 'browser'>, [method, path, json]: Call, ids: Ids) => {
  const response = await who.browser.fetch(path, { method, ...(json !== undefined && { json }) });
  let text = await response.text();
  for (const [kind, id] of Object.entries(ids)) text = text.replaceAll(id, `<${kind}>`);
  // A saved view has its own id.
  if (method === 'POST')
    text = text.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '<any>').replaceAll(/(?:<\w+>)/g, '<any>');
  text = text.replaceAll(/"requestId":"[^"]*"/g, '').replaceAll(/nonce[^ >]*/g, '');
  const headers = [...response.headers]
    .filter(
      ([name]) =>
        ![
          'date',
          'x-request-id',
          'content-length',
          'content-security-policy',
          'set-cookie',
          'etag',
          'server-timing',
        ].includes(name),
    )
    .map(([name, value]) => `${name}: ${value}`);
  return { status: response.status, text, headers };
};

/** The rows of all roles are found in the same way: registrars try every door, and the others take turns. */
const OTHERS = ['inspector', 'teacher', 'guardian'] as const;
const doorsOf = (role: 'registrar' | (typeof OTHERS)[number]) =>
  Object.entries(DOORS).filter((_, door) => role === 'registrar' || OTHERS[door % OTHERS.length] === role);

describe.each(['registrar', ...OTHERS] as const)(
  'to a %s, a record of another school is like a nonexistent one',
  (role) => {
    it.each(doorsOf(role))('%s', async (_, door) => {
      const missing = Object.fromEntries(Object.keys(hidden).map((kind) => [kind, newId()]));
      const who = ctx.north[role];
      expect(await answerOf(who, door(hidden, own), hidden)).toEqual(
        await answerOf(who, door(missing, own), missing),
      );
    });
  },
);

describe('whatever they act with, to a registrar a record of another school is like one that does not exist', () => {
  type Fetch = SchoolUser['browser']['fetch'];
  const send =
    (headers: Record<string, string>): Fetch =>
    async (path, { json, ...init } = {}) =>
      fetch(ctx.server.url + path, {
        ...init,
        headers: {
          ...headers,
          origin: ctx.server.url,
          ...(json !== undefined && { 'content-type': 'application/json' }),
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      });
  const withKey = async (rights: { readOnly?: boolean }) => {
    const { key } = await ctx.apiKey(ctx.north.registrar, rights);
    return send({ authorization: `Bearer ${key}` });
  };
  const withCookie = ({ browser }: SchoolUser) => send({ cookie: browser.cookies });
  const becomeRegistrar = ({ id }: SchoolUser) =>
    ctx.rows("update users set role = 'registrar', school_id = $2 where id = $1", [id, ctx.north.id]);

  const CALLERS: Record<string, () => Promise<Fetch>> = {
    'an API key': () => withKey({}),
    'an API key that only reads': () => withKey({ readOnly: true }),
    'an Idempotency-Key': async () => (path, init) =>
      send({ cookie: ctx.north.registrar.browser.cookies, 'idempotency-key': newId() })(path, init),
    'a session of two days ago': async () => {
      const user = await ctx.user('registrar', ctx.north);
      await ctx.age(user);
      return withCookie(user);
    },
    'the session of an administrator who acts as them': async () => {
      const user = await ctx.user('registrar', ctx.north);
      await ctx.rows(
        `update sessions set impersonated_by = $2,
           parent_session_id = (select id from sessions where user_id = $3 limit 1) where user_id = $1`,
        [user.id, ctx.admin.id, ctx.admin.id],
      );
      return withCookie(user);
    },
    'a session in which they were an administrator before': async () => {
      const user = await ctx.user('admin');
      await becomeRegistrar(user);
      return withCookie(user);
    },
    'a session in which they were of that school before': async () => {
      const user = await ctx.user('registrar', ctx.south);
      await becomeRegistrar(user);
      return withCookie(user);
    },
    'no school': async () => withCookie(await ctx.user('registrar')),
  };

  /**
   * Each caller tries a quarter of the doors, and two callers try each door: all are users when a record is
   * read.
   */
  const shareOf = (caller: number) =>
    Object.entries(DOORS).filter((_, door) => (door + caller) % (Object.keys(CALLERS).length / 2) === 0);

  it.each(Object.entries(CALLERS).map(([name, open], caller) => [name, open, caller] as const))(
    '%s',
    async (_, open, caller) => {
      const fetch = await open();
      const who = { browser: Object.assign(ctx.server.browser(), { fetch }) };
      const missing = Object.fromEntries(Object.keys(hidden).map((kind) => [kind, newId()]));
      const telling: string[] = [];
      for (const [name, door] of shareOf(caller)) {
        const answer = await answerOf(who, door(hidden, own), hidden);
        const other = await answerOf(who, door(missing, own), missing);
        if (JSON.stringify(answer) !== JSON.stringify(other)) telling.push(name);
      }
      expect(telling).toEqual([]);
    },
  );
});

describe('what a user did before they moved to another school', () => {
  let leaver: SchoolUser;
  let left: Record<'changed' | 'deleted' | 'change' | 'deletion' | 'update' | 'removal', string>;

  beforeAll(async () => {
    leaver = await ctx.user('registrar', ctx.north);
    const changed = await ctx.add('pupils', { name: 'Before', school: ctx.north.id });
    const deleted = await ctx.add('pupils', { name: 'Deleted', school: ctx.north.id });
    const bulk = async (body: object) =>
      (await ctx.call(leaver, 'POST', '/api/pupils/bulk', body)).body.batch;
    const latest = async (id: string) =>
      (await ctx.call(leaver, 'GET', `/api/pupils/${id}/history`)).body[0].id;
    const update = await bulk({ action: 'update', select: { ids: [changed] }, values: { name: 'After' } });
    const removal = await bulk({ action: 'delete', select: { ids: [deleted] } });
    left = {
      changed,
      deleted,
      update,
      removal,
      change: await latest(changed),
      deletion: await latest(deleted),
    };
    expect(await ctx.outcome(leaver, 'GET', `/api/history?batch=${removal}`)).toBe('200');
    await ctx.rows('update users set school_id = $2 where id = $1', [leaver.id, ctx.south.id]);
  });

  it.each<[string, (ids: typeof left) => Call]>([
    ['the history of the record', ({ changed }) => ['GET', `/api/pupils/${changed}/history`]],
    ['the history of the deleted record', ({ deleted }) => ['GET', `/api/pupils/${deleted}/history`]],
    [
      'taking the change back',
      ({ changed, change }) => ['POST', `/api/pupils/${changed}/history/${change}/undo`],
    ],
    [
      'taking the deletion back',
      ({ deleted, deletion }) => ['POST', `/api/pupils/${deleted}/history/${deletion}/undo`],
    ],
    ['undo of the change', ({ update }) => ['POST', `/api/history/batches/${update}/undo`]],
    ['undo of the deletion', ({ removal }) => ['POST', `/api/history/batches/${removal}/undo`]],
  ])('is out of their reach: %s', async (_, door) => {
    expect(await ctx.outcome(leaver, ...door(left))).toBe('404 NOT_FOUND');
    expect(
      await ctx.rows('select name from pupils where id = any($1)', [[left.changed, left.deleted]]),
    ).toEqual([{ name: 'After' }]);
  });

  it('is in no list of the history', async () => {
    const { body } = await ctx.call(leaver, 'GET', '/api/history?_end=100');
    const ids = body.map(({ recordId }: { recordId: string }) => recordId);
    expect(ids).not.toContain(left.changed);
    expect(ids).not.toContain(left.deleted);
  });
});

describe('what a user did before they got a role that is limited to a school', () => {
  it('cannot be undone if it affected other schools, with one response for all of it', async () => {
    const demoted = await ctx.user('admin');
    const bulk = async (resource: string, body: object) =>
      (await ctx.call(demoted, 'POST', `/api/${resource}/bulk`, body)).body.batch;
    const pupils = [
      await ctx.add('pupils', { name: 'Here', school: ctx.north.id }),
      await ctx.add('pupils', { name: 'There', school: ctx.south.id }),
    ];
    const teacher = await ctx.add('teachers', { name: 'Paid', salary: 3, schools: [ctx.north.id] });
    const { id: administrator } = await ctx.user('admin', ctx.north);
    const both = await bulk('pupils', {
      action: 'update',
      select: { ids: pupils },
      values: { name: 'Both' },
    });
    const salary = await bulk('teachers', {
      action: 'update',
      select: { ids: [teacher] },
      values: { salary: 4 },
    });
    const removal = await bulk('users', { action: 'delete', select: { ids: [administrator] } });
    const demote = "update users set role = 'registrar', school_id = $2 where id = $1";
    await ctx.rows(demote, [demoted.id, ctx.north.id]);

    const undo = (batch: string) => ctx.call(demoted, 'POST', `/api/history/batches/${batch}/undo`);
    const rejected = await undo(both);
    expect(rejected).toMatchObject({ status: 409, body: { code: 'CHANGED_SINCE' } });
    expect(JSON.stringify(rejected.body)).not.toMatch(/Here|There|Both/);
    expect(await undo(salary)).toMatchObject({ status: 404 });
    expect(await undo(removal)).toMatchObject({
      status: 403,
      body: { code: 'YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE' },
    });
    expect(await ctx.rows('select name from pupils where id = any($1)', [pupils])).toEqual([
      ...[{ name: 'Both' }, { name: 'Both' }],
    ]);
    expect(await ctx.rows('select salary from teachers where id = $1', [teacher])).toEqual([{ salary: 4 }]);
    expect(await ctx.rows('select 1 from users where id = $1', [administrator])).toEqual([]);
  });
});
