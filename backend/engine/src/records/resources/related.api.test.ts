import { defineResources, reference, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';

const admin = ['read', 'create', 'update', 'delete'] as const;
const resources = defineResources({
  towns: {
    fields: { name: text({ required: true }), twin: reference('towns') },
    rights: { admin, user: ['read'] },
  },
  roads: {
    fields: {
      name: text(),
      from: reference('towns'),
      to: reference('towns'),
      planned: reference('towns', { readBy: ['admin'] }),
      unlisted: reference('towns', { filter: false }),
    },
    rights: { admin, user: ['read'] },
  },
  audits: { fields: { name: text(), town: reference('towns') }, rights: { admin } },
  islands: { fields: { name: text() }, rights: { admin } },
});

let ctx: TestEndpoints;
beforeAll(async () => {
  ctx = await serveEndpoints(resources);
});
afterAll(() => ctx?.close());

const add = async (resource: string, values: object): Promise<string> =>
  (await ctx.call('admin', `POST /api/${resource}`, values)).body.id;
const related = (role: 'admin' | 'user', id: string, resource = 'towns') =>
  ctx.call(role, `GET /api/${resource}/${id}/related`);
const counted = (total: number) => ({ total, exact: true });

describe('the related records of a record', () => {
  it('are counted per reference to it, also from its own resource, and zero if there are none', async () => {
    const town = await add('towns', { name: 'Nakuru' });
    const other = await add('towns', { name: 'Kisumu', twin: town });
    await add('roads', { name: 'A104', from: town, to: other, unlisted: town });
    await add('roads', { name: 'B1', from: town });
    expect((await related('admin', town)).body).toEqual([
      { resource: 'towns', field: 'twin', ...counted(1) },
      { resource: 'roads', field: 'from', ...counted(2) },
      { resource: 'roads', field: 'to', ...counted(0) },
      { resource: 'roads', field: 'planned', ...counted(0) },
      { resource: 'audits', field: 'town', ...counted(0) },
    ]);
  });

  it('leave out resources and fields that the caller may not read', async () => {
    const town = await add('towns', { name: 'Thika' });
    await add('audits', { name: 'Bridge', town });
    await add('roads', { planned: town });
    const fields = (await related('user', town)).body.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(['twin', 'from', 'to']);
  });

  it('are none if no resource refers to it', async () => {
    expect((await related('admin', await add('islands', { name: 'Lamu' }), 'islands')).body).toEqual([]);
  });

  it('are rejected for a nonexistent record, a malformed id, and a resource that may not be read', async () => {
    const missing = '01900000-0000-7000-8000-00000000ffff';
    expect((await related('admin', missing)).status).toBe(404);
    expect((await related('admin', 'constructor')).status).toBe(400);
    expect((await related('user', missing, 'audits')).status).toBe(403);
  });

  it('are counted up to ten thousand, and then reported as more', async () => {
    const town = await add('towns', { name: 'Nairobi' });
    await ctx.services.get('roads')!.database.execute({
      sql: `insert into roads (id, from_id, created_at, updated_at)
            select gen_random_uuid(), $1, now(), now() from generate_series(1, 10001)`,
      parameters: [town],
    });
    expect((await related('admin', town)).body[1]).toEqual({
      resource: 'roads',
      field: 'from',
      total: 10_000,
      exact: false,
    });
  });
});
