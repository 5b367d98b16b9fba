import { defineResources, reference, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;
const resources = defineResources({
  shelves: {
    fields: { name: text({ required: true, search: true }) },
    rights: { admin: everything, user: ['read'] },
  },
  volumes: {
    fields: {
      title: text({ required: true, search: true }),
      shelf: reference('shelves', { onDelete: 'cascade' }),
      series: reference('volumes'),
      spare: reference('shelves', { onDelete: 'setNull' }),
    },
    rights: { admin: everything },
  },
});

let ctx: TestEndpoints;
beforeAll(async () => {
  ctx = await serveEndpoints(resources);
});
afterAll(() => ctx?.close());

const post = (path: string, json: object, role: 'admin' | 'user' = 'admin') =>
  ctx.call(role, `POST /api/${path}` as 'POST /api/', json);
const add = async (resource: string, values: object): Promise<string> =>
  (await post(resource, values)).body.id;
const preview = (resource: string, select: object, role?: 'user') =>
  post(`${resource}/bulk/deletion`, { select }, role);

it('the preview of deleting several records counts deleted, changed and blocking records, each once', async () => {
  const [one, other, third] = [
    await add('shelves', { name: 'Preview one' }),
    await add('shelves', { name: 'Preview two' }),
    await add('shelves', { name: 'Preview three' }),
  ];
  const first = await add('volumes', { title: 'First', shelf: one, spare: other });
  const second = await add('volumes', { title: 'Second', shelf: other, series: first });
  await add('volumes', { title: 'Third', spare: one });
  expect((await preview('shelves', { ids: [one, other] })).body).toEqual({
    deleted: [{ resource: 'volumes', total: 2 }],
    changed: [{ resource: 'volumes', total: 1 }],
    blocking: [],
  });
  expect((await preview('volumes', { ids: [first] })).body.blocking).toEqual([
    { resource: 'volumes', total: 1 },
  ]);
  expect((await preview('volumes', { ids: [first, second] })).body.blocking).toEqual([]);
  const query = { query: 'name_like=preview', count: 3 };
  expect((await preview('shelves', query)).body.deleted).toEqual([{ resource: 'volumes', total: 2 }]);
  const but = { ...query, count: 1, except: [one, other] };
  expect((await preview('shelves', but)).body).toEqual({ deleted: [], changed: [], blocking: [] });
  expect((await preview('shelves', { ids: [third] })).status).toBe(200);
});

it('the preview requires the right to delete, and names an unknown parameter', async () => {
  const id = await add('shelves', { name: 'Refused' });
  expect((await preview('shelves', { ids: [id] }, 'user')).status).toBe(403);
  expect(await preview('shelves', { query: 'colour=red', count: 1 })).toMatchObject({
    status: 400,
    body: { errors: { colour: [{ key: 'errors.unknown' }] } },
  });
});
