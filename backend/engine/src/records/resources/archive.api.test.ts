import { defineResources, reference, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';

const all = ['read', 'create', 'update', 'delete'] as const;
const resources = defineResources({
  shelves: {
    fields: { name: text({ required: true }) },
    label: 'name',
    rights: { admin: all, user: ['read'] },
  },
  books: {
    archive: true,
    fields: {
      title: text({ required: true, unique: true, search: true }),
      shelf: reference('shelves'),
      sequel: reference('books'),
    },
    label: 'title',
    rights: { admin: all, user: ['read', 'update'] },
  },
  loans: {
    fields: { book: reference('books', { onDelete: 'cascade' }) },
    rights: { admin: all, user: ['read'] },
  },
  // Its hooks change a new one, and reject some.
  lamps: { archive: true, fields: { name: text() }, rights: { admin: all } },
});

let ctx: TestEndpoints;
beforeAll(async () => {
  ctx = await serveEndpoints(resources, {
    hooks: {
      lamps: {
        beforeCreate: async (values) => {
          if (values.name === 'broken')
            throw new ApiError('CONFLICT', { message: 'A broken lamp stays away' });
          return { ...values, name: `${values.name}!` };
        },
        beforeDelete: async ({ name }) => {
          if (name === 'kept!') throw new ApiError('CONFLICT', { message: 'This lamp stays' });
        },
      },
    },
  });
});
afterAll(() => ctx?.close());

const call = (endpoint: string, json?: object, role: 'admin' | 'user' = 'admin') =>
  ctx.call(role, endpoint as 'GET /api/', json);
let made = 0;
const add = async (resource: string, values: object = {}): Promise<string> => {
  const given = resource === 'books' ? { title: `Title ${++made}`, ...values } : values;
  return (await call(`POST /api/${resource}`, given)).body.id;
};

describe('an archived record', () => {
  it('keeps its label, with a mark, where others refer to it, and rejects new references', async () => {
    const book = await add('books', { title: 'Petals of Blood' });
    const loan = await add('loans', { book });
    await call(`DELETE /api/books/${book}`);
    expect((await call(`GET /api/loans/${loan}`, undefined, 'user')).body.book).toEqual({
      id: book,
      label: 'Petals of Blood',
      archived: true,
    });
    const rejected = await call('POST /api/loans', { book });
    expect([rejected.status, rejected.body.errors.book[0].key]).toEqual([400, 'errors.referenceNotFound']);
    // Writing an existing reference again is not a new reference.
    expect((await call(`PUT /api/loans/${loan}`, { book })).status).toBe(200);
  });

  it('leaves referring records unchanged, until it is deleted permanently', async () => {
    const book = await add('books');
    const sequel = await add('books', { sequel: book });
    const loan = await add('loans', { book });
    expect((await call(`GET /api/books/${book}/deletion`)).body.deleted).toEqual([]);
    expect((await call(`DELETE /api/books/${book}`)).status).toBe(204);
    expect((await call(`GET /api/books/${book}/deletion?archived=true`)).body).toMatchObject({
      deleted: [{ resource: 'loans', total: 1 }],
      blocking: [{ resource: 'books', total: 1 }],
    });
    expect((await call(`DELETE /api/books/${book}?archived=true`)).status).toBe(409);
    await call(`PATCH /api/books/${sequel}`, { sequel: null });
    expect((await call(`DELETE /api/books/${book}?archived=true`)).status).toBe(204);
    expect((await call(`GET /api/loans/${loan}`)).status).toBe(404);
  });

  it('is counted without a name where it prevents a deletion', async () => {
    const shelf = await add('shelves', { name: 'A' });
    await call(`DELETE /api/books/${await add('books', { shelf })}`);
    const { status, body } = await call(`DELETE /api/shelves/${shelf}`);
    expect([status, body.message]).toEqual([409, 'This shelve is in use by other records']);
  });

  it('releases its unique values, and reports the conflict when it cannot be restored', async () => {
    const title = 'Matigari';
    const book = await add('books', { title });
    await call(`DELETE /api/books/${book}`);
    const other = await add('books', { title: 'MATIGARI' });
    expect(other).toBeDefined();
    const { status, body } = await call(`POST /api/books/${book}/restore`);
    expect([status, Object.keys(body.errors), body.record.label]).toEqual([409, ['title'], title]);
    const bulk = await call('POST /api/books/bulk', { select: { ids: [book] }, action: 'restore' });
    expect([bulk.status, bulk.body.record]).toMatchObject([409, { id: book, label: title }]);
  });

  it('cannot be changed, and its history and archive are only visible to roles with the right', async () => {
    const book = await add('books');
    await call(`DELETE /api/books/${book}`);
    expect((await call(`PATCH /api/books/${book}`, { title: 'x' })).status).toBe(404);
    const asUser = async (endpoint: string) => (await call(endpoint, undefined, 'user')).status;
    expect(await asUser(`GET /api/books/${book}/history`)).toBe(404);
    expect(await asUser('GET /api/books?archived=true')).toBe(403);
    expect(await asUser(`GET /api/books/${book}?archived=true`)).toBe(403);
    expect(await asUser(`POST /api/books/${book}/restore`)).toBe(403);
    expect(await asUser('GET /api/shelves?archived=true')).toBe(400);
    const [change] = (await call(`GET /api/books/${book}/history`)).body;
    expect((await call(`POST /api/books/${book}/history/${change.id}/undo`, undefined, 'user')).status).toBe(
      404,
    );
  });

  it('is restored when its archiving is undone, but not after another change', async () => {
    const book = await add('books');
    const latest = async () => (await call(`GET /api/books/${book}/history`)).body[0].id;
    const undo = async (change: string) =>
      (await call(`POST /api/books/${book}/history/${change}/undo`)).status;
    await call(`DELETE /api/books/${book}`);
    const archived = await latest();
    expect([await undo(archived), await undo(archived)]).toEqual([200, 409]);
    const restored = await latest();
    await call(`PATCH /api/books/${book}`, { title: 'Changed since' });
    expect(await undo(restored)).toBe(409);
    expect((await call(`GET /api/books/${book}`)).status).toBe(200);
  });

  it('is archived and restored under the rules for deleted and new ones, but keeps its values', async () => {
    const kept = await add('lamps', { name: 'kept' });
    const rejected = await call(`DELETE /api/lamps/${kept}`);
    expect([rejected.status, rejected.body.message]).toEqual([409, 'This lamp stays']);
    const lamp = await add('lamps', { name: 'desk' });
    await call(`DELETE /api/lamps/${lamp}`);
    expect((await call(`POST /api/lamps/${lamp}/restore`)).body.name).toBe('desk!');
    await call(`PATCH /api/lamps/${lamp}`, { name: 'broken' });
    await call(`DELETE /api/lamps/${lamp}`);
    expect((await call(`POST /api/lamps/${lamp}/restore`)).body.message).toBe('A broken lamp stays away');
  });

  it('is only in a selection of the archive, according to its query', async () => {
    const book = await add('books', { title: 'Devil on the Cross' });
    await call(`DELETE /api/books/${book}`);
    const bulk = (query: string, action: string) =>
      call('POST /api/books/bulk', { select: { query, count: 1 }, action });
    expect((await bulk('q=devil', 'delete')).body.code).toBe('SELECTION_CHANGED');
    expect((await bulk('q=devil&archived=true', 'restore')).body.count).toBe(1);
    const preview = { select: { ids: [book], archived: true } };
    expect((await call('POST /api/shelves/bulk/deletion', preview)).status).toBe(403);
  });
});
