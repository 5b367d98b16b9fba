import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';
import { towns } from '#backend/testing/towns.ts';

let ctx: TestEndpoints;
let rejected: string | undefined;
beforeAll(async () => {
  const beforeCreate = async ({ name }: Readonly<Record<string, unknown>>) => {
    if (name === rejected) throw new ApiError('CONFLICT', { message: 'This school stays closed' });
    return undefined;
  };
  ctx = await serveEndpoints(towns, { hooks: { schools: { beforeCreate } } });
});
afterAll(() => ctx?.close());

type Role = 'admin' | 'user';
const call = (endpoint: string, json?: object, role: Role = 'admin') =>
  ctx.call(role, endpoint as 'GET /api/', json);
const add = async (resource: string, values: object) => (await call(`POST /api/${resource}`, values)).body;
const get = async (resource: string, id: string, role: Role = 'admin') =>
  call(`GET /api/${resource}/${id}`, undefined, role);
const history = async (resource: string, id: string) =>
  (await call(`GET /api/${resource}/${id}/history`)).body;
const undo = async (resource: string, id: string, role: Role = 'admin', index = 0) => {
  const change = (await history(resource, id))[index].id;
  return call(`POST /api/${resource}/${id}/history/${change}/undo`, undefined, role);
};
const undoBatch = (batch: string, role: Role = 'admin') =>
  call(`POST /api/history/batches/${batch}/undo`, undefined, role);
const bulk = async (resource: string, json: object) => (await call(`POST /api/${resource}/bulk`, json)).body;

let made = 0;
const name = () => `Town ${++made}`;

describe('an undone update', () => {
  it('restores the earlier values of its fields, and later changes of other fields remain', async () => {
    const twin = await add('towns', { name: name() });
    const first = {
      name: name(),
      people: 5,
      area: '1.50',
      twin: twin.id,
      counted: '2026-01-02T03:04:05.678Z',
    };
    const { id } = await add('towns', first);
    const patch = { people: 6, area: '2.25', twin: null, counted: null, isPort: false };
    await call(`PATCH /api/towns/${id}`, patch);
    await call(`PATCH /api/towns/${id}`, { climate: 'dry' });
    expect(await undo('towns', id, 'admin', 1)).toMatchObject({ status: 200, body: { count: 1 } });
    expect((await get('towns', id)).body).toMatchObject({
      ...first,
      twin: { id: twin.id },
      isPort: true,
      climate: 'dry',
    });
    const [change] = await history('towns', id);
    expect(change).toMatchObject({
      action: 'update',
      batch: expect.any(String),
      changes: { people: { before: 6, after: 5 }, twin: { before: null, after: { id: twin.id } } },
    });
  });

  it('is rejected if a field has been changed again, naming it', async () => {
    const { id } = await add('towns', { name: name(), people: 1 });
    await call(`PATCH /api/towns/${id}`, { people: 2, climate: 'dry' });
    await call(`PATCH /api/towns/${id}`, { people: 3 });
    const response = await undo('towns', id, 'admin', 1);
    expect(response).toMatchObject({ status: 409, body: { code: 'CHANGED_SINCE', record: { id } } });
    expect(Object.keys(response.body.errors)).toEqual(['people']);
    expect((await get('towns', id)).body).toMatchObject({ people: 3, climate: 'dry' });
  });

  it('requires the right to update, and fields that are hidden from the role do not exist', async () => {
    const { id } = await add('towns', { name: name() });
    await call(`PATCH /api/towns/${id}`, { people: 2 });
    expect((await undo('towns', id, 'user')).status).toBe(403);
    await call(`PATCH /api/towns/${id}`, { budget: '9' });
    expect((await undo('towns', id, 'user')).status).toBe(404);
  });

  it('cannot be a creation, a change of another record, or a nonexistent one', async () => {
    const [one, other] = [await add('towns', { name: name() }), await add('towns', { name: name() })];
    expect((await undo('towns', one.id)).body.code).toBe('CANNOT_UNDO');
    const [change] = await history('towns', other.id);
    expect((await call(`POST /api/towns/${one.id}/history/${change.id}/undo`)).status).toBe(404);
    expect((await call(`POST /api/towns/${one.id}/history/${one.id}/undo`)).status).toBe(404);
  });

  it('cannot make a record its own ancestor', async () => {
    const top = await add('towns', { name: name() });
    const below = await add('towns', { name: name(), within: top.id });
    await call(`PATCH /api/towns/${below.id}`, { within: null });
    await call(`PATCH /api/towns/${top.id}`, { within: below.id });
    expect(await undo('towns', below.id)).toMatchObject({
      status: 400,
      body: { errors: { within: [{ key: 'errors.ownAncestor' }] } },
    });
  });
});

/** Creates a town with records that are deleted with it, or lose a reference. */
const town = async () => {
  const own = await add('towns', {
    name: name(),
    budget: '12',
    people: 3,
    isPort: null,
    founded: '1901-02-03',
  });
  const twin = await add('towns', { name: name(), twin: own.id });
  const quarter = await add('towns', { name: name(), within: own.id, twin: own.id });
  const school = await add('schools', { name: name(), town: quarter.id });
  const pupil = await add('pupils', { name: name(), school: school.id });
  const friend = await add('pupils', { name: name(), friend: pupil.id });
  return { own, twin, quarter, school, pupil, friend };
};

describe('an undone deletion', () => {
  it('restores the record with its id, its values and its time, and what was deleted or cleared with it', async () => {
    const { own, twin, quarter, school, pupil, friend } = await town();
    await call(`DELETE /api/towns/${own.id}`);
    expect(await undo('towns', own.id)).toMatchObject({ status: 200, body: { count: 1 } });
    expect((await get('towns', own.id)).body).toEqual({ ...own, updatedAt: expect.any(String) });
    expect((await get('towns', twin.id)).body.twin).toMatchObject({ id: own.id });
    expect((await get('towns', quarter.id)).body).toMatchObject({
      within: { id: own.id },
      twin: { id: own.id },
    });
    expect((await get('schools', school.id)).body).toMatchObject({ town: { id: quarter.id } });
    expect((await get('pupils', pupil.id)).body).toMatchObject({ school: { id: school.id } });
    expect((await get('pupils', friend.id)).body.friend).toMatchObject({ id: pupil.id });
    const [change] = await history('pupils', pupil.id);
    expect(change).toMatchObject({ action: 'create', changes: { name: { after: pupil.name } } });
    const counted = await call('GET /api/towns?_end=1');
    expect(Number(counted.headers.get('x-total-count'))).toBeGreaterThan(0);
  });

  it('keeps its creation time if the history does not have it, as for a seeded record', async () => {
    const { own, school, pupil } = await town();
    const [service] = ctx.services.values();
    const execute = (sql: string) => service!.database.execute({ sql, parameters: [] });
    for (const table of ['towns', 'schools', 'pupils'])
      await execute(`update ${table} set created_at = '2020-02-03T04:05:06.789Z'`);
    await execute(`delete from history where action = 'create'`);
    const createdAt = '2020-02-03T04:05:06.789Z';
    await call(`DELETE /api/towns/${own.id}`);
    expect((await undo('towns', own.id)).status).toBe(200);
    expect((await get('towns', own.id)).body).toMatchObject({ name: own.name, createdAt });
    expect((await get('pupils', pupil.id)).body.createdAt).toBe(createdAt);
    const { batch } = await bulk('schools', { select: { ids: [school.id] }, action: 'delete' });
    expect((await undoBatch(batch)).status).toBe(200);
    expect((await get('schools', school.id)).body.createdAt).toBe(createdAt);
    const [deletion] = (await history('schools', school.id)).filter(
      ({ action }: { action: string }) => action === 'delete',
    );
    expect(deletion.changes.createdAt).toEqual({ before: createdAt, after: null });
  });

  it('does not restore a reference that was set again, and is possible only once', async () => {
    const { own, twin } = await town();
    await call(`DELETE /api/towns/${own.id}`);
    const other = await add('towns', { name: name() });
    await call(`PATCH /api/towns/${twin.id}`, { twin: other.id });
    const [change] = await history('towns', own.id);
    const path = `POST /api/towns/${own.id}/history/${change.id}/undo`;
    expect((await call(path)).status).toBe(200);
    expect((await get('towns', twin.id)).body.twin.id).toBe(other.id);
    expect((await call(path)).body.code).toBe('CHANGED_SINCE');
    await call(`DELETE /api/towns/${own.id}`);
    expect((await call(path)).body.code).toBe('CHANGED_SINCE');
  });

  it('is rejected if another record is in its place or its target no longer exists, naming record and field', async () => {
    const { own, pupil } = await town();
    await call(`DELETE /api/towns/${own.id}`);
    const taken = await add('pupils', { name: pupil.name });
    expect(await undo('towns', own.id)).toMatchObject({
      status: 409,
      body: {
        errors: { name: [{ key: 'errors.unique' }] },
        record: { resource: 'pupils', id: pupil.id, label: pupil.name },
      },
    });
    expect((await get('towns', own.id)).status).toBe(404);
    await call(`DELETE /api/pupils/${taken.id}`);
    expect(await undo('pupils', pupil.id)).toMatchObject({
      status: 400,
      body: { errors: { school: [{ key: 'errors.referenceNotFound' }] } },
    });
  });

  it('runs the hooks of every restored record', async () => {
    const { own, school } = await town();
    await call(`DELETE /api/towns/${own.id}`);
    rejected = school.name;
    expect(await undo('towns', own.id)).toMatchObject({
      status: 409,
      body: { reason: { message: 'This school stays closed' }, record: { id: school.id } },
    });
    rejected = undefined;
    expect((await undo('towns', own.id)).status).toBe(200);
  });

  it('requires the right to create the record, and restores what the role may not see too', async () => {
    const { own, school, pupil } = await town();
    await call(`DELETE /api/towns/${own.id}`, undefined, 'user');
    expect((await undo('towns', own.id, 'user')).status).toBe(200);
    expect((await get('towns', own.id)).body.budget).toBe(own.budget);
    expect((await get('pupils', pupil.id)).status).toBe(200);
    await call(`DELETE /api/schools/${school.id}`);
    expect((await undo('schools', school.id, 'user')).status).toBe(403);
  });
});

describe('an undone batch', () => {
  it('restores the earlier values of every record, and can itself be undone', async () => {
    const ids: string[] = [];
    for (const people of [1, 2, 2]) ids.push((await add('towns', { name: name(), people })).id);
    const select = { ids };
    const { batch } = await bulk('towns', {
      select,
      action: 'update',
      values: { people: 2, climate: 'dry' },
    });
    const people = async () => Promise.all(ids.map(async (id) => (await get('towns', id)).body.people));
    const undone = await undoBatch(batch);
    expect(undone).toMatchObject({ status: 200, body: { count: 3 } });
    expect(await people()).toEqual([1, 2, 2]);
    expect((await undoBatch(undone.body.batch)).status).toBe(200);
    expect(await people()).toEqual([2, 2, 2]);
  });

  it('restores deleted records that refer to one another, and can delete them again', async () => {
    const { own, quarter, pupil, friend } = await town();
    const { batch } = await bulk('towns', { select: { ids: [quarter.id, own.id] }, action: 'delete' });
    const undone = await undoBatch(batch);
    expect(undone.status).toBe(200);
    expect((await get('pupils', friend.id)).body.friend.id).toBe(pupil.id);
    expect((await undoBatch(undone.body.batch)).status).toBe(200);
    expect((await get('towns', own.id)).status).toBe(404);
    expect((await get('pupils', friend.id)).body.friend).toBeNull();
  });

  it('is rejected as a whole if one record has been changed since, naming it', async () => {
    const [one, other] = [await add('towns', { name: name() }), await add('towns', { name: name() })];
    const select = { ids: [one.id, other.id] };
    const { batch } = await bulk('towns', { select, action: 'update', values: { people: 8 } });
    await call(`PATCH /api/towns/${other.id}`, { people: 9 });
    expect(await undoBatch(batch)).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_SINCE', record: { id: other.id, label: other.name }, errors: { people: [{}] } },
    });
    expect((await get('towns', one.id)).body.people).toBe(8);
    await call(`DELETE /api/towns/${other.id}`);
    expect(await undoBatch(batch)).toMatchObject({ status: 409, body: { record: { id: other.id } } });
  });

  it('deletes no restored record that others refer to by now', async () => {
    const { own, quarter } = await town();
    const { batch } = await bulk('towns', { select: { ids: [own.id] }, action: 'delete' });
    const undone = await undoBatch(batch);
    const late = await add('schools', { name: name(), town: quarter.id });
    expect(await undoBatch(undone.body.batch)).toMatchObject({
      status: 409,
      body: { code: 'IN_USE', record: { resource: 'schools', id: late.id } },
    });
    expect((await get('schools', late.id)).status).toBe(200);
  });

  it('requires the rights to do the opposite, and exists', async () => {
    const { id } = await add('schools', { name: name(), town: (await add('towns', { name: name() })).id });
    const { batch } = await bulk('schools', { select: { ids: [id] }, action: 'delete' });
    expect((await undoBatch(batch, 'user')).status).toBe(403);
    expect((await undoBatch('01900000-0000-7000-8000-00000000ffff')).status).toBe(404);
  });

  it('is rejected for a user who did not make it', async () => {
    const { id } = await add('towns', { name: name() });
    const { batch } = await bulk('towns', { select: { ids: [id] }, action: 'update', values: { people: 1 } });
    const [service] = ctx.services.values();
    const stranger = '01900000-0000-7000-8000-00000000eeee';
    await service!.database.execute({
      sql: 'update history set actor_id = $1 where batch = $2',
      parameters: [stranger, batch],
    });
    expect((await undoBatch(batch)).status).toBe(403);
  });
});
