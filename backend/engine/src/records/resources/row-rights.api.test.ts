import {
  boolean,
  defineResources,
  defineRoles,
  email,
  integer,
  reference,
  select,
  text,
} from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { HIDDEN } from '#backend/records/resources/query/limited-references.ts';
import type { TestUser } from '#backend/testing/session-fixtures.ts';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';
import { createLoadInitialData } from '#backend/web/page-shell/initial-data.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;
const resources = defineResources(
  {
    users: {
      managedBy: 'auth',
      fields: { email: email({ required: true, search: true }), role: select(['admin', 'user']) },
      label: 'email',
      rights: { admin: ['read'], user: ['read'] },
      where: { user: ({ user }) => ({ email: user.email }) },
    },
    projects: {
      fields: {
        name: text({ required: true, search: true, unique: true }),
        isOpen: boolean({ default: true }),
      },
      rights: { admin: everything, user: ['read'] },
      where: { user: () => ({ isOpen: true }) },
    },
    tasks: {
      fields: {
        title: text({ required: true, search: true }),
        owner: reference('users'),
        project: reference('projects'),
        state: select(['open', 'done'], { required: true, default: 'open' }),
        hours: integer({ default: 1 }),
      },
      label: 'title',
      unique: [{ fields: ['title', 'owner'], nulls: 'same' }],
      rights: { admin: everything, user: everything, public: ['read'] },
      where: {
        user: {
          read: ({ user }) => ({ owner: user.id }),
          create: ({ user }) => ({ owner: user.id }),
          update: () => ({ state: 'open', hours: { lte: 8 } }),
          delete: () => ({ project: { isOpen: true } }),
        },
        public: () => ({ state: 'done' }),
      },
    },
    remarks: {
      fields: { body: text({ required: true }), task: reference('tasks', { onDelete: 'cascade' }) },
      rights: { admin: everything, user: everything, public: ['read'] },
      where: { public: () => ({ task: null }) },
    },
  },
  {
    roles: defineRoles({
      admin: { manager: true, administersUsers: true },
      user: { manager: true, newUsers: true },
    }),
  },
);

let ctx: TestEndpoints;
const [ada, ben] = ['ada', 'ben'].map(
  (name): TestUser => ({ id: newId(), role: 'user', email: `${name}@example.com` }),
) as [TestUser, TestUser];
const made: Record<string, string> = {};

beforeAll(async () => {
  ctx = await serveEndpoints(resources);
  const { kysely } = ctx.services.get('users')!.database;
  const rows = [ada, ben].map(({ id, email: address, role }) => ({ id, name: '', email: address, role }));
  await kysely.insertInto('users').values(rows).execute();
});
afterAll(() => ctx?.close());

const add = async (resource: string, values: object): Promise<string> => {
  const { status, body } = await ctx.call('admin', `POST /api/${resource}`, values);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.id;
};

/** Tasks of two users in two projects, one of which is closed. */
beforeEach(async () => {
  const { kysely } = ctx.services.get('tasks')!.database;
  for (const table of ['remarks', 'tasks', 'projects', 'history']) await kysely.deleteFrom(table).execute();
  made.open = await add('projects', { name: 'Open house' });
  made.closed = await add('projects', { name: 'Closed shop', isOpen: false });
  made.mine = await add('tasks', { title: 'Mine', owner: ada.id, project: made.open });
  made.done = await add('tasks', { title: 'Done mine', owner: ada.id, project: made.closed, state: 'done' });
  made.theirs = await add('tasks', { title: 'Theirs', owner: ben.id, project: made.open, hours: 5 });
  made.nobodys = await add('tasks', { title: 'Nobody’s', state: 'done' });
  for (const task of [made.mine, made.theirs]) await add('remarks', { body: 'So it is', task });
});

const as = (caller: Parameters<TestEndpoints['call']>[0]) => ({
  get: (path: string) => ctx.call(caller, `GET /api/${path}`),
  send: (endpoint: `${string} /api/${string}`, json: object = {}) => ctx.call(caller, endpoint, json),
  titles: async (query = '') =>
    (await ctx.call(caller, `GET /api/tasks?${query}`)).body
      .map(({ title }: { title: string }) => title)
      .toSorted(),
});
/** Expects the response for a nonexistent record. */
const expectNone = (response: { status: number; body: object }) =>
  expect({ status: response.status, body: response.body }).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  });

describe('rows of others', () => {
  it('are counted as soon as an update makes them visible, or hides them', async () => {
    const total = async () => (await as('public').get('remarks')).headers.get('x-total-count');
    const rest = await add('remarks', { body: 'Rests' });
    expect(await total()).toBe('1');
    await as('admin').send(`PATCH /api/remarks/${rest}`, { task: made.mine });
    expect(await total()).toBe('0');
    await as('admin').send(`PATCH /api/remarks/${rest}`, { task: null });
    expect(await total()).toBe('1');
  });

  it('are in no list, count, search, filter or order', async () => {
    expect(await as(ada).titles()).toEqual(['Done mine', 'Mine']);
    expect(await as(ben).titles()).toEqual(['Theirs']);
    expect(await as('public').titles()).toEqual(['Done mine', 'Nobody’s']);
    expect(await as('admin').titles()).toHaveLength(4);
    expect(await as(ada).titles('q=theirs')).toEqual([]);
    expect(await as(ada).titles(`owner=${ben.id}`)).toEqual([]);
    expect(await as(ada).titles('hours_gt=2')).toEqual([]);
    expect(await as(ada).titles(`id=${made.theirs}&id=${made.mine}`)).toEqual(['Mine']);
    expect(await as(ada).titles('_sort=owner&_order=desc')).toEqual(['Done mine', 'Mine']);
    const total = async (caller: Parameters<typeof as>[0], query = '') =>
      (await as(caller).get(`tasks?_end=1&${query}`)).headers.get('x-total-count');
    expect([await total(ada), await total(ben), await total('admin'), await total(ada)]).toEqual([
      '2',
      '1',
      '4',
      '2',
    ]);
    expect(await total(ada, 'state=open')).toBe('1');
  });

  it('are like nonexistent ones in every endpoint of a record', async () => {
    const path = `tasks/${made.theirs}` as const;
    for (const part of ['', '/history', '/related', '/deletion']) expectNone(await as(ada).get(path + part));
    expectNone(await as(ada).send(`PATCH /api/${path}`, { title: 'Taken' }));
    expectNone(await as(ada).send(`PUT /api/${path}`, { title: 'Taken', owner: ada.id, state: 'open' }));
    expectNone(await as(ada).send(`DELETE /api/${path}`));
    const [change] = (await as(ben).get(`${path}/history`)).body;
    expectNone(await as(ada).send(`POST /api/${path}/history/${change.id}/undo`));
    for (const action of [{ action: 'delete' }, { action: 'update', values: { title: 'Taken' } }]) {
      const { status, body } = await as(ada).send('POST /api/tasks/bulk', {
        select: { ids: [made.theirs] },
        ...action,
      });
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
    }
    expect((await as('admin').get(path)).body.title).toBe('Theirs');
  });

  it('are in no export, history or undo of another user', async () => {
    const csv = (await as(ada).get('tasks/export?_fields=title')).body;
    expect(csv).toContain('Mine');
    expect(csv).not.toContain('Theirs');
    const audit = async (caller: TestUser) => JSON.stringify((await as(caller).get('history')).body);
    expect(await audit(ada)).toContain('Mine');
    expect(await audit(ada)).not.toContain('Theirs');
    expect(await audit(ben)).toContain('Theirs');
    expect((await as(ada).get('history/export')).body).not.toContain('Theirs');
    await as('admin').send(`DELETE /api/tasks/${made.theirs}`);
    expectNone(await as(ben).get(`tasks/${made.theirs}/history`));
    expect((await as('admin').get(`tasks/${made.theirs}/history`)).body).toHaveLength(2);
  });

  it('are in no data that is embedded in a page', async () => {
    const answers = createLoadInitialData(ctx.services);
    const titles = (await answers('/api/tasks?_sort=title', null))?.data as { title: string }[];
    expect(titles.map(({ title }) => title)).toEqual(['Done mine', 'Nobody’s']);
    expect(await answers(`/api/tasks/${made.theirs}`, null)).toMatchObject({ data: null });
    expect(await answers('/api/projects', null)).toBeUndefined();
  });

  it('have neither label nor id, and no number in the panels of records that they refer to', async () => {
    const remarks = (await as(ada).get('remarks?_sort=task')).body;
    expect(remarks.map(({ task }: { task: object }) => task)).toContainEqual(HIDDEN);
    expect(remarks.map(({ task }: { task: object }) => task)).toContainEqual({
      id: made.mine,
      label: 'Mine',
    });
    const counted = async (caller: Parameters<typeof as>[0]) =>
      (await as(caller).get(`projects/${made.open}/related`)).body.map(
        ({ total }: { total: number }) => total,
      );
    expect([await counted(ada), await counted('admin')]).toEqual([[1], [2]]);
    const done = (await as(ada).get(`tasks/${made.done}`)).body;
    expect(done.project).toEqual(HIDDEN);
    expect(done.owner).toEqual({ id: ada.id, label: ada.email });
  });

  it('remain the target of a reference, whatever a user writes who does not see them', async () => {
    const foreign = { title: 'Foreign', owner: ada.id, project: made.closed };
    const { id } = (await as('admin').send('POST /api/tasks', foreign)).body;
    const path = `/api/tasks/${id}` as const;
    const project = async () => (await as('admin').get(`tasks/${id}`)).body.project.id;
    const seen = (await as(ada).get(`tasks/${id}`)).body;
    const put = { title: 'Put', owner: ada.id, state: 'open' };
    const bulk = { action: 'update', select: { ids: [id] }, values: { project: null, title: 'Bulk' } };
    for (const [endpoint, json] of [
      [`PATCH ${path}`, { project: null }],
      [`PATCH ${path}`, { title: 'Named', project: seen.project.id }],
      [`PUT ${path}`, put],
      [`PUT ${path}`, { ...put, project: seen.project.id }],
      ['POST /api/tasks/bulk', bulk],
    ] as const) {
      expect((await as(ada).send(endpoint, json)).status, endpoint).toBe(200);
      expect(await project(), endpoint).toBe(made.closed);
    }
    const found = async (query: string) => (await as(ada).get(`tasks?id=${id}&${query}`)).body.length;
    expect([await found(`project=${made.closed}`), await found('project_null=false')]).toEqual([0, 1]);
    for (const order of ['asc', 'desc']) expect(await found(`_sort=project&_order=${order}`)).toBe(1);
    const csv = (await as(ada).get(`tasks/export?id=${id}`)).body;
    for (const answer of [csv, JSON.stringify((await as(ada).get(`tasks/${id}/history`)).body)])
      expect(answer).not.toContain(made.closed);
    expect((await as(ada).send(`PATCH ${path}`, { project: made.open })).status).toBe(200);
    expect((await as(ada).send(`PATCH ${path}`, { project: seen.project.id })).status).toBe(400);
    expect(await project()).toBe(made.open);
  });

  it('cannot be referred to by other users', async () => {
    const rejected = await as(ada).send('POST /api/remarks', { body: 'Seen', task: made.theirs });
    const unknown = await as(ada).send('POST /api/remarks', { body: 'Seen', task: newId() });
    expect(rejected.body.errors).toEqual(unknown.body.errors);
    expect(rejected.status).toBe(400);
    const closed = await as(ada).send(`PATCH /api/tasks/${made.mine}`, { project: made.closed });
    expect(closed.body.errors.project[0].key).toBe('errors.referenceNotFound');
  });
});

describe('a write', () => {
  it('creates only rows of the caller', async () => {
    expect(await as(ada).send('POST /api/tasks', { title: 'New', owner: ada.id })).toMatchObject({
      status: 201,
    });
    for (const owner of [null, ben.id.toUpperCase(), newId()])
      expect((await as(ada).send('POST /api/tasks', { title: 'New', owner })).status).toBe(400);
    expect((await as(ada).send('POST /api/tasks', { title: 'New', owner: null })).body.errors).toMatchObject({
      owner: [{ key: 'errors.notYourRow' }],
    });
    expect(await as('admin').titles()).toHaveLength(5);
    const own = await as(ben).send('POST /api/tasks', { title: 'Preset' });
    expect(own).toMatchObject({ status: 201, body: { owner: { id: ben.id, label: ben.email } } });
  });

  it('changes only rows that may be changed, and leaves them so', async () => {
    expect((await as(ada).send(`PATCH /api/tasks/${made.mine}`, { title: 'Still mine' })).status).toBe(200);
    expect((await as(ada).send(`PATCH /api/tasks/${made.done}`, { title: 'Again' })).body.code).toBe(
      'FORBIDDEN',
    );
    expect(await as(ada).send(`PATCH /api/tasks/${made.mine}`, { hours: 9 })).toMatchObject({
      status: 400,
      body: { errors: { hours: [{ key: 'errors.notYourRow' }] } },
    });
    const given = await as(ada).send(`PATCH /api/tasks/${made.mine}`, { owner: null, title: 'Given away' });
    expect({ status: given.status, names: Object.keys(given.body.errors) }).toEqual({
      status: 400,
      names: ['owner'],
    });
    expect((await as(ada).get(`tasks/${made.mine}`)).body).toMatchObject({ title: 'Still mine', hours: 1 });
    const bulk = (ids: unknown[], values: object) =>
      as(ada).send('POST /api/tasks/bulk', { select: { ids }, action: 'update', values });
    expect((await bulk([made.mine], { hours: 2 })).status).toBe(200);
    expect((await bulk([made.mine, made.done], { hours: 3 })).body.code).toBe('FORBIDDEN');
    expect((await bulk([made.mine], { hours: 99 })).status).toBe(400);
    expect((await as(ada).get(`tasks/${made.mine}`)).body.hours).toBe(2);
  });

  it('reveals no clashes with rows of others, in rows that the caller may not write', async () => {
    const rejected = { status: 400, body: { errors: { owner: [{ key: 'errors.notYourRow' }] } } };
    for (const title of ['Nobody’s', 'Free']) {
      const values = { title, owner: null };
      expect(await as(ada).send('POST /api/tasks', values)).toMatchObject(rejected);
      expect(await as(ada).send(`PATCH /api/tasks/${made.mine}`, values)).toMatchObject(rejected);
      const all = { select: { ids: [made.mine] }, action: 'update', values };
      expect(await as(ada).send('POST /api/tasks/bulk', all)).toMatchObject(rejected);
    }
    const own = await as(ada).send('POST /api/tasks', { title: 'Mine' });
    expect(own.body.errors).toMatchObject({ title: [{ key: 'errors.uniqueTogether' }] });
  });

  it('deletes only rows that may be deleted', async () => {
    expect((await as(ada).send(`DELETE /api/tasks/${made.done}`)).body.code).toBe('FORBIDDEN');
    expect((await as(ada).send(`DELETE /api/tasks/${made.mine}`)).status).toBe(204);
    expect(await as(ada).titles()).toEqual(['Done mine']);
  });

  it('that was the caller’s can be undone only as far as they may write', async () => {
    await as(ada).send(`PATCH /api/tasks/${made.mine}`, { title: 'Renamed' });
    const [renamed] = (await as(ada).get(`tasks/${made.mine}/history`)).body;
    const undo = (change: { id: string }) =>
      as(ada).send(`POST /api/tasks/${made.mine}/history/${change.id}/undo`);
    expect((await undo(renamed)).status).toBe(200);
    await as('admin').send(`PATCH /api/tasks/${made.mine}`, { hours: 20 });
    await as('admin').send(`PATCH /api/tasks/${made.mine}`, { hours: 3 });
    const [lowered] = (await as(ada).get(`tasks/${made.mine}/history`)).body;
    expect(await undo(lowered)).toMatchObject({ status: 400, body: { errors: { hours: [{}] } } });
    await as(ada).send(`DELETE /api/tasks/${made.mine}`);
    const [deleted] = (await as(ada).get(`tasks/${made.mine}/history`)).body;
    expect((await undo(deleted)).status).toBe(200);
    expect(await as(ada).titles()).toEqual(['Done mine', 'Mine']);
  });
});

describe('two users of one role', () => {
  it('never see each other’s responses, in any order of requests', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, other] = await Promise.all([as(ada).titles(), as(ben).titles()]);
      expect([one, other]).toEqual([['Done mine', 'Mine'], ['Theirs']]);
      expect((await as(ben).get(`tasks/${made.theirs}`)).status).toBe(200);
      expectNone(await as(ben).get(`tasks/${made.mine}`));
    }
  });
});
