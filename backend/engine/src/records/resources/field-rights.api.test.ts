import { defineResources, integer, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;
const resources = defineResources({
  instruments: {
    fields: {
      name: text({ required: true, search: true }),
      town: text(),
      safe: text({ filter: true, search: true, readBy: ['admin'] }),
      value: integer({ readBy: ['admin'], default: 7 }),
      locked: text({ readBy: ['admin'], readOnly: true, default: 'no' }),
    },
    unique: [
      { fields: ['name', 'safe'], reportOn: 'safe' },
      { fields: ['name', 'town'], reportOn: 'name' },
    ],
    rights: { admin: everything, user: everything },
  },
  drums: {
    fields: {
      name: text({ required: true, search: true }),
      rent: integer({ required: true, writeBy: ['admin'], default: 5 }),
      note: text({ writeBy: ['admin'] }),
    },
    rights: { admin: everything, user: everything },
  },
});

let ctx: TestEndpoints;
let count = 0;

beforeAll(async () => {
  ctx = await serveEndpoints(resources);
});

afterAll(() => ctx?.close());

/** Creates an instrument whose hidden fields have values. */
const made = async (values: object = {}) =>
  (
    await ctx.call('admin', 'POST /api/instruments', {
      name: `Kora ${++count}`,
      safe: `left ${count}`,
      value: 900,
      ...values,
    })
  ).body;
const asAdmin = async (id: string) => (await ctx.call('admin', `GET /api/instruments/${id}`)).body;

/** Expects the same response as for a field that does not exist. */
const expectUnknown = (response: { status: number; body: { errors?: object } }, name: string) => {
  expect(response).toMatchObject({
    status: 400,
    body: { code: 'INVALID', errors: { [name]: [{ key: 'errors.unknown' }] } },
  });
  expect(Object.keys(response.body.errors!)).toEqual([name]);
};

describe('a field that a role may not read', () => {
  it.each(['safe', 'value', 'locked', 'missing'])(
    'cannot be written by it, like one that does not exist: %s',
    async (name) => {
      const { id } = await made();
      const before = await asAdmin(id);
      for (const value of ['x', 12, { odd: true }, null]) {
        expectUnknown(await ctx.call('user', `PATCH /api/instruments/${id}`, { [name]: value }), name);
        expectUnknown(
          await ctx.call('user', `PUT /api/instruments/${id}`, { name: 'Ud', [name]: value }),
          name,
        );
        expectUnknown(await ctx.call('user', 'POST /api/instruments', { name: 'Ud', [name]: value }), name);
      }
      expect(await asAdmin(id)).toEqual(before);
    },
  );

  it('keeps its value when the role replaces the whole record', async () => {
    const { id, safe } = await made();
    const seen = (await ctx.call('user', `GET /api/instruments/${id}`)).body;
    expect(Object.keys(seen).toSorted()).toEqual(['createdAt', 'id', 'name', 'town', 'updatedAt']);
    const response = await ctx.call('user', `PUT /api/instruments/${id}`, { ...seen, town: 'Bamako' });
    expect(response.status).toBe(200);
    expect(await asAdmin(id)).toMatchObject({ town: 'Bamako', safe, value: 900, locked: 'no' });
  });

  it('gets its default when the role creates a record', async () => {
    const { status, body } = await ctx.call('user', 'POST /api/instruments', { name: `Mbira ${++count}` });
    expect(status).toBe(201);
    expect(await asAdmin(body.id)).toMatchObject({ value: 7, locked: 'no', safe: null });
  });

  it.each(['safe', 'safe_like', 'safe_null', 'missing', 'missing_like'])(
    'filters no list, like one that does not exist: %s',
    async (name) => expectUnknown(await ctx.call('user', `GET /api/instruments?${name}=true`), name),
  );

  it.each(['safe', 'missing', 'name,safe'])(
    'sorts no list, and is not listed as a sort field: %s',
    async (sort) => {
      const { status, body } = await ctx.call('user', `GET /api/instruments?_sort=${sort}`);
      expect({ status, key: body.errors._sort[0].key }).toEqual({ status: 400, key: 'errors.unknownOrder' });
      expect(body.errors._sort[0].values.options).toBe('id, name, createdAt, updatedAt');
    },
  );

  it('is not searched', async () => {
    await made({ safe: 'under the stairs' });
    const found = async (role: 'admin' | 'user') =>
      (await ctx.call(role, 'GET /api/instruments?q=stairs')).body.length;
    expect([await found('admin'), await found('user')]).toEqual([1, 0]);
  });

  it('is not named in a unique violation, nor is its unique rule', async () => {
    const first = await made({ safe: 'cellar' });
    const second = await made({ safe: 'cellar' });
    const clash = await ctx.call('user', `PATCH /api/instruments/${second.id}`, { name: first.name });
    expect(clash).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(JSON.stringify(clash.body)).not.toMatch(/safe|name|cellar/);
    const response = await ctx.call('admin', `PATCH /api/instruments/${second.id}`, { name: first.name });
    expect(response.body.errors).toHaveProperty('safe');
  });

  it('does not hide a unique violation of other fields', async () => {
    const { name } = await made({ town: 'Segou' });
    const clash = await ctx.call('user', 'POST /api/instruments', { name, town: 'Segou' });
    expect(clash).toMatchObject({
      status: 409,
      body: { errors: { name: [{ key: 'errors.uniqueTogether' }] } },
    });
  });
});

describe('the history of a record', () => {
  it('omits fields that the reader may not read, and changes of nothing else', async () => {
    const { id, name } = await made({ safe: 'attic' });
    await ctx.call('admin', `PATCH /api/instruments/${id}`, { safe: 'roof' });
    await ctx.call('admin', `PATCH /api/instruments/${id}`, { value: 1, town: 'Djenné' });
    const history = async (role: 'admin' | 'user') =>
      (await ctx.call(role, `GET /api/instruments/${id}/history`)).body.map(
        ({ action, changes }: { action: string; changes: object }) => ({
          action,
          fields: Object.keys(changes),
        }),
      );
    expect(await history('user')).toEqual([
      { action: 'update', fields: ['town'] },
      { action: 'create', fields: ['name'] },
    ]);
    expect(await history('admin')).toMatchObject([
      { fields: ['value', 'town'].toSorted() },
      { fields: ['safe'] },
      { action: 'create' },
    ]);
    expect(name).toBeDefined();
  });

  it('has all values of a record, including those that the deleting user may not read', async () => {
    const { id } = await made({ safe: 'well' });
    expect((await ctx.call('user', `DELETE /api/instruments/${id}`)).status).toBe(204);
    const [line] = (await ctx.call('admin', `GET /api/instruments/${id}/history`)).body;
    expect(line).toMatchObject({
      action: 'delete',
      changes: { safe: { before: 'well', after: null }, value: { before: 900 } },
    });
    const [seen] = (await ctx.call('user', `GET /api/instruments/${id}/history`)).body;
    expect(seen.action).toBe('delete');
    expect(Object.keys(seen.changes)).toEqual(['name', 'createdAt']);
  });
});

describe('a field that a role may read and not write', () => {
  const add = async (role: 'admin' | 'user', values: object = {}) =>
    ctx.call(role, 'POST /api/drums', { name: `Djembe ${++count}`, ...values });

  it.each(['rent', 'note'])(
    'is rejected in every write of the role, like a read-only one: %s',
    async (name) => {
      const { id } = (await add('admin', { rent: 9, note: 'Loud' })).body;
      const value = name === 'rent' ? 1 : 'x';
      expectUnknown(await add('user', { [name]: value }), name);
      expectUnknown(await ctx.call('user', `PATCH /api/drums/${id}`, { [name]: value }), name);
      const select = { ids: [id] };
      const bulk = await ctx.call('user', 'POST /api/drums/bulk', {
        action: 'update',
        select,
        values: { [name]: value },
      });
      expect(bulk.status).toBe(400);
      expect((await ctx.call('user', `GET /api/drums/${id}`)).body).toMatchObject({ rent: 9, note: 'Loud' });
    },
  );

  it('keeps its value when the role replaces the record, and gets its default when the role creates one', async () => {
    const { body } = await add('admin', { rent: 9, note: 'Loud' });
    const response = await ctx.call('user', `PUT /api/drums/${body.id}`, { ...body, name: 'Dunun', rent: 1 });
    expect(response).toMatchObject({ status: 200, body: { name: 'Dunun', rent: 9, note: 'Loud' } });
    expect((await add('user')).body).toMatchObject({ rent: 5, note: null });
  });

  it('can be filtered and sorted like any other', async () => {
    const { body } = await add('admin', { rent: 77 });
    expect((await ctx.call('user', 'GET /api/drums?rent=77')).body).toEqual([body]);
    expect((await ctx.call('user', 'GET /api/drums?_sort=rent&_order=desc')).body[0]).toEqual(body);
  });

  it('cannot be undone by the role', async () => {
    const { id } = (await add('admin')).body;
    await ctx.call('admin', `PATCH /api/drums/${id}`, { rent: 8 });
    const [change] = (await ctx.call('user', `GET /api/drums/${id}/history`)).body;
    const undone = await ctx.call('user', `POST /api/drums/${id}/history/${change.id}/undo`, {});
    expect(undone.body.code).toBe('CANNOT_UNDO');
    expect((await ctx.call('admin', `POST /api/drums/${id}/history/${change.id}/undo`, {})).status).toBe(200);
  });
});
