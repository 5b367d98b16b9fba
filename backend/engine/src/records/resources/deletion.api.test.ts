import { defineResources, reference, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';

const rights = { admin: ['read', 'create', 'update', 'delete'], user: ['read', 'delete'] } as const;
const resources = defineResources({
  towns: {
    fields: {
      name: text({ required: true }),
      twin: reference('towns', { onDelete: 'setNull', onDeleteHidden: 'allow' }),
    },
    rights,
  },
  libraries: {
    fields: { name: text(), town: reference('towns', { onDelete: 'cascade', onDeleteHidden: 'allow' }) },
    rights,
  },
  shelves: {
    fields: {
      name: text(),
      library: reference('libraries', { onDelete: 'cascade', onDeleteHidden: 'allow' }),
      above: reference('shelves', { onDelete: 'cascade', onDeleteHidden: 'allow' }),
      spare: reference('libraries', { onDelete: 'setNull', onDeleteHidden: 'allow' }),
    },
    rights,
  },
  volumes: {
    fields: {
      name: text(),
      shelf: reference('shelves'),
      library: reference('libraries', { onDelete: 'cascade', onDeleteHidden: 'allow' }),
    },
    rights,
  },
  audits: {
    fields: {
      name: text(),
      library: reference('libraries', { onDelete: 'cascade', onDeleteHidden: 'allow' }),
    },
    rights: { admin: rights.admin },
  },
});

let ctx: TestEndpoints;
let rejected: string | undefined;

beforeAll(async () => {
  ctx = await serveEndpoints(resources, {
    hooks: {
      volumes: {
        beforeDelete: async ({ name }) => {
          if (name === rejected)
            throw new ApiError('CONFLICT', { message: 'This volume is chained to its place' });
        },
      },
    },
  });
});

afterAll(() => ctx?.close());

const add = async (resource: string, values: object): Promise<string> =>
  (await ctx.call('admin', `POST /api/${resource}`, values)).body.id;
const history = async (resource: string, id: string) =>
  (await ctx.call('admin', `GET /api/${resource}/${id}/history`)).body;
const deletion = async (id: string, role: 'admin' | 'user' = 'admin') =>
  (await ctx.call(role, `GET /api/towns/${id}/deletion`)).body;

/** Creates a town with records that refer to it through a chain of cascades. */
const town = async () => {
  const town = await add('towns', { name: 'Timbuktu' });
  const twin = await add('towns', { name: 'Chemnitz', twin: town });
  const library = await add('libraries', { name: 'Ahmed Baba', town });
  const shelf = await add('shelves', { name: 'A', library });
  const below = await add('shelves', { name: 'B', above: shelf });
  const elsewhere = await add('shelves', { name: 'C', spare: library });
  const audit = await add('audits', { name: '2026', library });
  return { town, twin, library, shelf, below, elsewhere, audit };
};

describe('a cascading deletion', () => {
  it('does what its preview lists by resource and number', async () => {
    const { town: id, twin, library, shelf, below, elsewhere } = await town();
    expect(await deletion(id)).toEqual({
      deleted: [
        { resource: 'libraries', total: 1 },
        { resource: 'shelves', total: 2 },
        { resource: 'audits', total: 1 },
      ],
      changed: [
        { resource: 'towns', total: 1 },
        { resource: 'shelves', total: 1 },
      ],
      blocking: [],
    });
    expect((await ctx.call('admin', `DELETE /api/towns/${id}`)).status).toBe(204);
    for (const [resource, gone] of [
      ['libraries', library],
      ['shelves', shelf],
      ['shelves', below],
    ] as const)
      expect((await ctx.call('admin', `GET /api/${resource}/${gone}`)).status).toBe(404);
    expect((await ctx.call('admin', `GET /api/towns/${twin}`)).body.twin).toBeNull();
    expect((await ctx.call('admin', `GET /api/shelves/${elsewhere}`)).body.spare).toBeNull();
  });

  it('adds a change to the history of every record that is deleted or loses a reference', async () => {
    const { town: id, twin, library, below, elsewhere, audit } = await town();
    await ctx.call('user', `DELETE /api/towns/${id}`);
    for (const [resource, gone, changes] of [
      ['libraries', library, { name: { before: 'Ahmed Baba', after: null }, town: { before: { id } } }],
      ['shelves', below, { name: { before: 'B', after: null } }],
      ['audits', audit, { name: { before: '2026', after: null } }],
    ] as const)
      expect(await history(resource, gone)).toMatchObject([
        { action: 'delete', changes },
        { action: 'create' },
      ]);
    expect(await history('towns', twin)).toMatchObject([
      { action: 'update', changes: { twin: { before: { id }, after: null } } },
      { action: 'create' },
    ]);
    expect(await history('shelves', elsewhere)).toMatchObject([
      { action: 'update', changes: { spare: { before: { id: library }, after: null } } },
      { action: 'create' },
    ]);
  });

  it('names no resource in its preview that the caller may not read', async () => {
    const { town: id } = await town();
    const { deleted } = await deletion(id, 'user');
    expect(deleted).toContainEqual({ resource: null, total: 1 });
    expect(JSON.stringify(deleted)).not.toContain('audits');
  });

  it('can be previewed only with the right to delete, for an existing record', async () => {
    const nobody = '01900000-0000-7000-8000-00000000ffff';
    expect((await ctx.call('admin', `GET /api/towns/${nobody}/deletion`)).status).toBe(404);
    const { audit } = await town();
    expect((await ctx.call('user', `GET /api/audits/${audit}/deletion`)).status).toBe(403);
  });
});

describe('a record that prevents the deletion of another', () => {
  it('is reported with its number, also at the end of a chain, and nothing is deleted', async () => {
    const { town: id, library, shelf } = await town();
    await add('volumes', { name: 'One', shelf });
    expect((await deletion(id)).blocking).toEqual([{ resource: 'volumes', total: 1 }]);
    expect(await ctx.call('admin', `DELETE /api/towns/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'IN_USE', message: 'This town is in use by 1 volume' },
    });
    expect(await history('libraries', library)).toHaveLength(1);
    await add('volumes', { name: 'Two', shelf });
    const { body } = await ctx.call('admin', `DELETE /api/towns/${id}`);
    expect(body.message).toBe('This town is in use by 2 volumes');
  });

  it('prevents nothing if it is deleted too', async () => {
    const { town: id, library, shelf } = await town();
    const volume = await add('volumes', { name: 'Three', shelf, library });
    expect((await deletion(id)).blocking).toEqual([]);
    expect((await ctx.call('admin', `DELETE /api/towns/${id}`)).status).toBe(204);
    expect(await history('volumes', volume)).toMatchObject([{ action: 'delete' }, { action: 'create' }]);
  });
});

describe('a hook that rejects the deletion of a record', () => {
  it('also rejects a cascading deletion of the record, and then nothing is deleted', async () => {
    const { town: id, library, shelf } = await town();
    await add('volumes', { name: 'Chained', shelf, library });
    rejected = 'Chained';
    expect(await ctx.call('admin', `DELETE /api/towns/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', reason: { message: 'This volume is chained to its place' } },
    });
    expect((await ctx.call('admin', `GET /api/libraries/${library}`)).status).toBe(200);
  });
});
