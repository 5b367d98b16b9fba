import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VolumeFixture } from '#backend/testing/volumes.ts';

let ctx: VolumeFixture;
beforeAll(async () => {
  ctx = await VolumeFixture.start();
});
afterAll(() => ctx?.close());

describe('a bulk update', () => {
  it('changes every selected record, with one change in each history and one batch for all', async () => {
    const ids = await ctx.volumes([{ author: 'A' }, { author: 'B' }, { author: 'C', pages: 7 }]);
    const { status, body } = await ctx.bulk('volumes', {
      select: { ids },
      action: 'update',
      values: { pages: 7 },
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: { batch: expect.any(String), count: 3, changed: 2 },
    });
    for (const id of ids) expect(await ctx.get('volumes', id)).toMatchObject({ pages: 7 });
    const [first, second, unchanged] = await Promise.all(ids.map((id) => ctx.history('volumes', id)));
    for (const [change] of [first, second])
      expect(change).toMatchObject({
        action: 'update',
        batch: body.batch,
        changes: { pages: { before: null, after: 7 } },
      });
    expect(unchanged).toHaveLength(1);
  });

  it('changes what a query finds, without the exceptions, and only if the number is as stated', async () => {
    const author = `Query ${ctx.next()}`;
    const ids = await ctx.volumes([{ author }, { author }, { author }, { author: 'Nobody' }]);
    const shelf = await ctx.add('shelves', { name: 'Q' });
    for (const id of ids.slice(0, 3)) await ctx.call(`PATCH /api/volumes/${id}`, { shelf });
    const update = (select: object) =>
      ctx.bulk('volumes', { select, action: 'update', values: { pages: 3 } });
    expect(await update({ query: `shelf=${shelf}`, count: 2 })).toMatchObject({
      status: 409,
      body: { code: 'SELECTION_CHANGED', count: 3 },
    });
    expect((await ctx.get('volumes', ids[0]!)).pages).toBeNull();
    const select = { query: `?shelf=${shelf}&_sort=title`, count: 2, except: [ids[1]] };
    expect(await update(select)).toMatchObject({ status: 200, body: { count: 2 } });
    expect(await Promise.all(ids.map(async (id) => (await ctx.get('volumes', id)).pages))).toEqual([
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
    const { status, body } = await ctx.bulk('volumes', json);
    expect({ status, names: Object.keys(body.errors ?? {}) }).toEqual({ status: 400, names: [name] });
  });

  it('rejects invalid values by field, and fields that the role may not read as unknown', async () => {
    const [id] = await ctx.volumes([{}]);
    const update = (values: object, role: 'admin' | 'user') =>
      ctx.bulk('volumes', { select: { ids: [id] }, action: 'update', values }, role);
    expect(await update({ pages: 101 }, 'admin')).toMatchObject({
      status: 400,
      body: { errors: { pages: [{ key: 'errors.tooBig' }] } },
    });
    expect(await update({ secret: 'x' }, 'user')).toMatchObject({
      status: 400,
      body: { errors: { secret: [{ key: 'errors.unknown' }] } },
    });
    const select = { query: 'secret=x', count: 1 };
    expect(await ctx.bulk('volumes', { select, action: 'update', values: {} }, 'user')).toMatchObject({
      status: 400,
      body: { errors: { secret: [{ key: 'errors.unknown' }] } },
    });
  });

  it('names the second of two records that would become equal', async () => {
    const ids = await ctx.volumes([{ author: 'Same' }, { author: 'Same' }]);
    const json = { select: { ids }, action: 'update', values: { title: `Equal ${ctx.next()}` } };
    expect(await ctx.bulk('volumes', json)).toMatchObject({ status: 409, body: { record: { id: ids[1] } } });
  });

  it('cannot make a record its own ancestor, also among the selected ones', async () => {
    const [top] = await ctx.volumes([{}]);
    const [below, other] = await ctx.volumes([{ series: top }, {}]);
    const move = (ids: unknown[], series: unknown) =>
      ctx.bulk('volumes', { select: { ids }, action: 'update', values: { series } });
    expect(await move([other, top], below)).toMatchObject({
      status: 400,
      body: { errors: { series: [{ key: 'errors.ownAncestor' }] }, record: { id: top } },
    });
    expect(await move([top, other], other)).toMatchObject({ status: 400, body: { record: { id: other } } });
    expect(await move([below, other], top)).toMatchObject({ status: 200 });
  });
});

describe('a bulk deletion', () => {
  it('deletes records that refer to one another, cascades, and clears references, in one batch', async () => {
    const shelf = await ctx.add('shelves', { name: 'Old' });
    const twin = await ctx.add('shelves', { name: 'Twin', twin: shelf });
    const [above] = await ctx.volumes([{}]);
    const [one, sequel] = await ctx.volumes([
      { shelf, series: above },
      { shelf, author: 'Kept' },
    ]);
    await ctx.call(`PATCH /api/volumes/${sequel}`, { sequel: one, shelf: null });
    expect(await ctx.bulk('volumes', { select: { ids: [above] }, action: 'delete' })).toMatchObject({
      status: 409,
      body: { code: 'IN_USE', message: 'This volume is in use by 1 volume', record: { id: above } },
    });
    const first = await ctx.bulk('volumes', { select: { ids: [above, one] }, action: 'delete' });
    expect(first).toMatchObject({ status: 200, body: { count: 2 } });
    const second = await ctx.bulk('shelves', { select: { ids: [shelf] }, action: 'delete' });
    const { batch } = second.body;
    expect(await ctx.history('shelves', twin)).toMatchObject([
      { batch, changes: { twin: { after: null } } },
      {},
    ]);
    expect(await ctx.history('volumes', one!)).toMatchObject([
      { action: 'delete', batch: first.body.batch },
      {},
    ]);
    expect((await ctx.get('volumes', sequel!)).sequel).toBeNull();
  });

  it('names the record that others refer to, and deletes nothing', async () => {
    const [free, used] = await ctx.volumes([{}, {}]);
    await ctx.volumes([{ series: used }, { series: used }]);
    expect(await ctx.bulk('volumes', { select: { ids: [free, used] }, action: 'delete' })).toMatchObject({
      status: 409,
      body: { message: 'This volume is in use by 2 volumes', record: { id: used } },
    });
    expect((await ctx.call(`GET /api/volumes/${free}`)).status).toBe(200);
  });
});

describe('the rights', () => {
  it('for a bulk write are those for a single one', async () => {
    const [id] = await ctx.volumes([{}]);
    const shelf = await ctx.add('shelves', { name: 'R' });
    const remove = (resource: string, of: unknown) =>
      ctx.bulk(resource, { select: { ids: [of] }, action: 'delete' }, 'user');
    expect((await remove('volumes', id)).status).toBe(403);
    expect((await remove('shelves', shelf)).status).toBe(200);
    const json = { select: { ids: [id] }, action: 'update', values: { pages: 2 } };
    expect((await ctx.bulk('volumes', json, 'user')).status).toBe(200);
  });
});

describe('a bulk write that is repeated with its Idempotency-Key', () => {
  const send = async (path: string, key: string, json?: object) => {
    const headers = { 'idempotency-key': key };
    const { status, body } = await ctx.send(`POST /api/${path}`, json, headers);
    return { status, body };
  };

  it('gets the first response and writes nothing, so that its batch can still be undone, once', async () => {
    const ids = await ctx.volumes([{ pages: 1 }, { pages: 2 }]);
    const body = { select: { ids }, action: 'update', values: { pages: 9 } };
    const [key, undoKey] = [crypto.randomUUID(), crypto.randomUUID()];
    const first = await send('volumes/bulk', key, body);
    expect(first).toMatchObject({ status: 200, body: { count: 2, changed: 2 } });
    expect(await send('volumes/bulk', key, body)).toEqual(first);
    expect(await ctx.history('volumes', ids[0]!)).toHaveLength(2);
    const undo = `history/batches/${first.body.batch}/undo`;
    const undone = await send(undo, undoKey);
    expect(undone).toMatchObject({ status: 200, body: { count: 2 } });
    expect(await Promise.all(ids.map(async (id) => (await ctx.get('volumes', id)).pages))).toEqual([1, 2]);
    expect(await send(undo, undoKey)).toEqual(undone);
    expect(await ctx.history('volumes', ids[0]!)).toHaveLength(3);
  });

  it('deletes once, and reports records that no longer exist', async () => {
    const ids = await ctx.volumes([{}, {}]);
    const [key, body] = [crypto.randomUUID(), { select: { ids }, action: 'delete' }];
    const first = await send('volumes/bulk', key, body);
    expect(first).toMatchObject({ status: 200, body: { count: 2, changed: 2 } });
    expect(await send('volumes/bulk', key, body)).toEqual(first);
  });

  it('undoes one change of a record once', async () => {
    const [id] = await ctx.volumes([{ pages: 1 }]);
    await ctx.call(`PATCH /api/volumes/${id}`, { pages: 2 });
    const [{ id: change }] = await ctx.history('volumes', id!);
    const [key, path] = [crypto.randomUUID(), `volumes/${id}/history/${change}/undo`];
    const first = await send(path, key);
    expect(first).toMatchObject({ status: 200, body: { count: 1 } });
    await ctx.call(`PATCH /api/volumes/${id}`, { pages: 3 });
    expect(await send(path, key)).toEqual(first);
    expect((await ctx.get('volumes', id!)).pages).toBe(3);
  });

  it('is rejected with another body, and runs again after a rejection', async () => {
    const ids = await ctx.volumes([{ pages: 1 }]);
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
    const ids = await ctx.volumes([{ pages: 4 }, { pages: 4 }]);
    const { body } = await ctx.bulk('volumes', { select: { ids }, action: 'update', values: { pages: 4 } });
    expect(body).toMatchObject({ count: 2, changed: 0 });
    expect(await ctx.history('volumes', ids[0]!)).toHaveLength(1);
  });
});
