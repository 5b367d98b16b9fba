import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';
import { volumeResources } from '#backend/testing/volumes.ts';

let ctx: TestEndpoints;
beforeAll(async () => {
  ctx = await serveEndpoints(volumeResources, {
    hooks: {
      seats: {
        beforeUpdate: async ({ values }, { em, entities }) => {
          if (values.row === undefined) return undefined;
          const seats = Reflect.get(entities, 'seats');
          if ((await em.count(seats, { row: values.row })) >= 2)
            throw new ApiError('CONFLICT', { message: 'A row has two seats' });
          return undefined;
        },
        beforeDelete: async ({ name }, { em, entities }) => {
          if ((await em.count(Reflect.get(entities, 'seats'), { name })) < 2)
            throw new ApiError('CONFLICT', { message: 'The last seat stays' });
        },
      },
    },
  });
});
afterAll(() => ctx?.close());

type Body = Record<string, unknown>;
const call = (endpoint: string, json?: object, role: 'admin' | 'user' = 'admin') =>
  ctx.call(role, endpoint as 'GET /api/', json);
const add = async (resource: string, values: Body): Promise<string> =>
  (await call(`POST /api/${resource}`, values)).body.id;
const get = async (resource: string, id: string) => (await call(`GET /api/${resource}/${id}`)).body;
const history = async (resource: string, id: string) =>
  (await call(`GET /api/${resource}/${id}/history`)).body;
const bulk = (resource: string, json: object, role: 'admin' | 'user' = 'admin') =>
  call(`POST /api/${resource}/bulk`, json, role);

let made = 0;
/** Creates volumes with unique titles. */
const volumes = async (values: readonly Body[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const one of values) ids.push(await add('volumes', { title: `Volume ${++made}`, ...one }));
  return ids;
};

describe('a bulk update', () => {
  it('changes every selected record, with one change in each history and one batch for all', async () => {
    const ids = await volumes([{ author: 'A' }, { author: 'B' }, { author: 'C', pages: 7 }]);
    const { status, body } = await bulk('volumes', {
      select: { ids },
      action: 'update',
      values: { pages: 7 },
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: { batch: expect.any(String), count: 3, changed: 2 },
    });
    for (const id of ids) expect(await get('volumes', id)).toMatchObject({ pages: 7 });
    const [first, second, unchanged] = await Promise.all(ids.map((id) => history('volumes', id)));
    for (const [change] of [first, second])
      expect(change).toMatchObject({
        action: 'update',
        batch: body.batch,
        changes: { pages: { before: null, after: 7 } },
      });
    expect(unchanged).toHaveLength(1);
  });

  it('changes what a query finds, without the exceptions, and only if the number is as stated', async () => {
    const author = `Query ${++made}`;
    const ids = await volumes([{ author }, { author }, { author }, { author: 'Nobody' }]);
    const shelf = await add('shelves', { name: 'Q' });
    for (const id of ids.slice(0, 3)) await call(`PATCH /api/volumes/${id}`, { shelf });
    const update = (select: object) => bulk('volumes', { select, action: 'update', values: { pages: 3 } });
    expect(await update({ query: `shelf=${shelf}`, count: 2 })).toMatchObject({
      status: 409,
      body: { code: 'SELECTION_CHANGED', count: 3 },
    });
    expect((await get('volumes', ids[0]!)).pages).toBeNull();
    const select = { query: `?shelf=${shelf}&_sort=title`, count: 2, except: [ids[1]] };
    expect(await update(select)).toMatchObject({ status: 200, body: { count: 2 } });
    expect(await Promise.all(ids.map(async (id) => (await get('volumes', id)).pages))).toEqual([
      3,
      null,
      3,
      null,
    ]);
  });

  it.each([
    ['nothing=1', 'nothing'],
    ['_start=0', '_start'],
    ['__proto__=1', '__proto__'],
    ['q=%00', 'q'],
  ])('rejects the query %s like a list, naming the parameter', async (query, name) => {
    const json = { select: { query, count: 1 }, action: 'update', values: { pages: 3 } };
    const { status, body } = await bulk('volumes', json);
    expect({ status, names: Object.keys(body.errors ?? {}) }).toEqual({ status: 400, names: [name] });
  });

  it('rejects invalid values by field, and fields that the role may not read as unknown', async () => {
    const [id] = await volumes([{}]);
    const update = (values: object, role: 'admin' | 'user') =>
      bulk('volumes', { select: { ids: [id] }, action: 'update', values }, role);
    expect(await update({ pages: 101 }, 'admin')).toMatchObject({
      status: 400,
      body: { errors: { pages: [{ key: 'errors.tooBig' }] } },
    });
    expect(await update({ secret: 'x' }, 'user')).toMatchObject({
      status: 400,
      body: { errors: { secret: [{ key: 'errors.unknown' }] } },
    });
    const select = { query: 'secret=x', count: 1 };
    expect(await bulk('volumes', { select, action: 'update', values: {} }, 'user')).toMatchObject({
      status: 400,
      body: { errors: { secret: [{ key: 'errors.unknown' }] } },
    });
  });

  it('changes nothing if a unique rule is violated in the middle, and names the record', async () => {
    const author = `Clash ${++made}`;
    await volumes([{ title: 'Taken', author }]);
    const ids = await volumes([{ author: 'X1' }, { author: 'X2' }, { author }, { author: 'X4' }]);
    const values = { title: 'Taken', pages: 9 };
    const { status, body } = await bulk('volumes', { select: { ids }, action: 'update', values });
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        code: 'CONFLICT',
        errors: { title: [{ key: 'errors.uniqueTogether' }] },
        record: { resource: 'volumes', id: ids[2], label: expect.stringMatching(/^Volume/) },
      },
    });
    for (const id of ids) expect((await get('volumes', id)).pages).toBeNull();
  });

  it('names the second of two records that would become equal', async () => {
    const ids = await volumes([{ author: 'Same' }, { author: 'Same' }]);
    const json = { select: { ids }, action: 'update', values: { title: `Equal ${++made}` } };
    expect(await bulk('volumes', json)).toMatchObject({ status: 409, body: { record: { id: ids[1] } } });
  });

  it('names a record that does not exist, and a reference that leads nowhere', async () => {
    const [id] = await volumes([{}]);
    const nobody = '01900000-0000-7000-8000-00000000ffff';
    const update = (ids: unknown[], values: object) =>
      bulk('volumes', { select: { ids }, action: 'update', values });
    expect(await update([id, nobody], { pages: 1 })).toMatchObject({
      status: 404,
      body: { record: { id: nobody } },
    });
    expect(await update([id], { shelf: nobody })).toMatchObject({
      status: 400,
      body: { errors: { shelf: [{ key: 'errors.referenceNotFound' }] }, record: { id } },
    });
  });

  it('cannot make a record its own ancestor, also among the selected ones', async () => {
    const [top] = await volumes([{}]);
    const [below, other] = await volumes([{ series: top }, {}]);
    const move = (ids: unknown[], series: unknown) =>
      bulk('volumes', { select: { ids }, action: 'update', values: { series } });
    expect(await move([other, top], below)).toMatchObject({
      status: 400,
      body: { errors: { series: [{ key: 'errors.ownAncestor' }] }, record: { id: top } },
    });
    expect(await move([top, other], other)).toMatchObject({ status: 400, body: { record: { id: other } } });
    expect(await move([below, other], top)).toMatchObject({ status: 200 });
  });

  it('lets hooks see the earlier records of the batch, so that a rule about several holds', async () => {
    const seats = [await add('seats', { name: 'S1' }), await add('seats', { name: 'S2' })];
    const third = await add('seats', { name: 'S3' });
    const update = (ids: unknown[], row: string) =>
      bulk('seats', { select: { ids }, action: 'update', values: { row } });
    expect(await update([...seats, third], 'A')).toMatchObject({
      status: 409,
      body: { reason: { message: 'A row has two seats' }, record: { id: third, label: 'S3' } },
    });
    expect((await get('seats', seats[0]!)).row).toBeNull();
    expect(await update(seats, 'A')).toMatchObject({ status: 200 });
  });
});

describe('a bulk deletion', () => {
  it('deletes records that refer to one another, cascades, and clears references, in one batch', async () => {
    const shelf = await add('shelves', { name: 'Old' });
    const twin = await add('shelves', { name: 'Twin', twin: shelf });
    const [above] = await volumes([{}]);
    const [one, sequel] = await volumes([
      { shelf, series: above },
      { shelf, author: 'Kept' },
    ]);
    await call(`PATCH /api/volumes/${sequel}`, { sequel: one, shelf: null });
    expect(await bulk('volumes', { select: { ids: [above] }, action: 'delete' })).toMatchObject({
      status: 409,
      body: { code: 'IN_USE', message: 'This volume is in use by 1 volume', record: { id: above } },
    });
    const first = await bulk('volumes', { select: { ids: [above, one] }, action: 'delete' });
    expect(first).toMatchObject({ status: 200, body: { count: 2 } });
    const second = await bulk('shelves', { select: { ids: [shelf] }, action: 'delete' });
    const { batch } = second.body;
    expect(await history('shelves', twin)).toMatchObject([{ batch, changes: { twin: { after: null } } }, {}]);
    expect(await history('volumes', one!)).toMatchObject([{ action: 'delete', batch: first.body.batch }, {}]);
    expect((await get('volumes', sequel!)).sequel).toBeNull();
  });

  it('names the record that others refer to, and deletes nothing', async () => {
    const [free, used] = await volumes([{}, {}]);
    await volumes([{ series: used }, { series: used }]);
    expect(await bulk('volumes', { select: { ids: [free, used] }, action: 'delete' })).toMatchObject({
      status: 409,
      body: { message: 'This volume is in use by 2 volumes', record: { id: used } },
    });
    expect((await call(`GET /api/volumes/${free}`)).status).toBe(200);
  });

  it('lets hooks see the earlier deletions, and deletes referring records before their targets', async () => {
    const name = `Seat ${++made}`;
    const first = await add('seats', { name });
    const second = await add('seats', { name, next: first });
    const select = { ids: [first, second] };
    expect(await bulk('seats', { select, action: 'delete' })).toMatchObject({
      status: 409,
      body: { reason: { message: 'The last seat stays' }, record: { id: first } },
    });
    await add('seats', { name });
    expect(await bulk('seats', { select, action: 'delete' })).toMatchObject({ status: 200 });
  });
});

describe('the rights', () => {
  it('for a bulk write are those for a single one', async () => {
    const [id] = await volumes([{}]);
    const shelf = await add('shelves', { name: 'R' });
    const remove = (resource: string, of: unknown) =>
      bulk(resource, { select: { ids: [of] }, action: 'delete' }, 'user');
    expect((await remove('volumes', id)).status).toBe(403);
    expect((await remove('shelves', shelf)).status).toBe(200);
    const json = { select: { ids: [id] }, action: 'update', values: { pages: 2 } };
    expect((await bulk('volumes', json, 'user')).status).toBe(200);
  });
});

describe('two concurrent bulk writes', () => {
  it('of the same records run one after the other, in whatever order these are selected', async () => {
    for (let round = 0; round < 5; round++) {
      const ids = await volumes(Array.from({ length: 20 }, () => ({ author: 'Twice' })));
      const update = (some: readonly string[], pages: number) =>
        bulk('volumes', { select: { ids: some }, action: 'update', values: { pages } });
      const responses = await Promise.all([
        update(ids, 1),
        update(ids.toReversed(), 2),
        update(ids.slice(5), 3),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
      const pages = await Promise.all(ids.map(async (id) => (await get('volumes', id)).pages));
      expect(new Set(pages.slice(5)).size).toBe(1);
    }
  });

  it('that delete the same records do not deadlock, and one of them finds nothing', async () => {
    for (let round = 0; round < 5; round++) {
      const shelf = await add('shelves', { name: 'Busy' });
      const [one, two] = await volumes([{ shelf }, { shelf }]);
      const responses = await Promise.all([
        bulk('shelves', { select: { ids: [shelf] }, action: 'delete' }),
        bulk('volumes', { select: { ids: [two, one] }, action: 'delete' }),
        call(`DELETE /api/volumes/${one}`),
        bulk('volumes', { select: { ids: [one, two] }, action: 'update', values: { pages: 1 } }),
      ]);
      expect(responses.every(({ status }) => [200, 204, 404].includes(status))).toBe(true);
      expect((await call(`GET /api/volumes/${two}`)).status).toBe(404);
    }
  });
});

describe('a bulk write that is repeated with its Idempotency-Key', () => {
  const send = async (path: string, key: string, json?: object) => {
    const headers = { 'idempotency-key': key };
    const { status, body } = await ctx.call('admin', `POST /api/${path}`, json, headers);
    return { status, body };
  };

  it('gets the first response and writes nothing, so that its batch can still be undone, once', async () => {
    const ids = await volumes([{ pages: 1 }, { pages: 2 }]);
    const body = { select: { ids }, action: 'update', values: { pages: 9 } };
    const [key, undoKey] = [crypto.randomUUID(), crypto.randomUUID()];
    const first = await send('volumes/bulk', key, body);
    expect(first).toMatchObject({ status: 200, body: { count: 2, changed: 2 } });
    expect(await send('volumes/bulk', key, body)).toEqual(first);
    expect(await history('volumes', ids[0]!)).toHaveLength(2);
    const undo = `history/batches/${first.body.batch}/undo`;
    const undone = await send(undo, undoKey);
    expect(undone).toMatchObject({ status: 200, body: { count: 2 } });
    expect(await Promise.all(ids.map(async (id) => (await get('volumes', id)).pages))).toEqual([1, 2]);
    expect(await send(undo, undoKey)).toEqual(undone);
    expect(await history('volumes', ids[0]!)).toHaveLength(3);
  });

  it('deletes once, and reports records that no longer exist', async () => {
    const ids = await volumes([{}, {}]);
    const [key, body] = [crypto.randomUUID(), { select: { ids }, action: 'delete' }];
    const first = await send('volumes/bulk', key, body);
    expect(first).toMatchObject({ status: 200, body: { count: 2, changed: 2 } });
    expect(await send('volumes/bulk', key, body)).toEqual(first);
  });

  it('undoes one change of a record once', async () => {
    const [id] = await volumes([{ pages: 1 }]);
    await call(`PATCH /api/volumes/${id}`, { pages: 2 });
    const [{ id: change }] = await history('volumes', id!);
    const [key, path] = [crypto.randomUUID(), `volumes/${id}/history/${change}/undo`];
    const first = await send(path, key);
    expect(first).toMatchObject({ status: 200, body: { count: 1 } });
    await call(`PATCH /api/volumes/${id}`, { pages: 3 });
    expect(await send(path, key)).toEqual(first);
    expect((await get('volumes', id!)).pages).toBe(3);
  });

  it('is rejected with another body, and runs again after a rejection', async () => {
    const ids = await volumes([{ pages: 1 }]);
    const [key, missing] = [crypto.randomUUID(), crypto.randomUUID()];
    const body = { select: { ids }, action: 'update', values: { pages: 9 } };
    const rejected = { select: { ids: [...ids, missing] }, action: 'update', values: { pages: 9 } };
    expect((await send('volumes/bulk', key, rejected)).status).toBe(404);
    expect((await send('volumes/bulk', key, body)).status).toBe(200);
    expect(await send('volumes/bulk', key, { select: { ids }, action: 'delete' })).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
  });
});

describe('a bulk update to the values that the records have', () => {
  it('reports that nothing was changed', async () => {
    const ids = await volumes([{ pages: 4 }, { pages: 4 }]);
    const { body } = await bulk('volumes', { select: { ids }, action: 'update', values: { pages: 4 } });
    expect(body).toMatchObject({ count: 2, changed: 0 });
    expect(await history('volumes', ids[0]!)).toHaveLength(1);
  });
});
