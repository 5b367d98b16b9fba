import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { VolumeFixture } from '#backend/testing/volumes.ts';

let ctx: VolumeFixture;
beforeAll(async () => {
  ctx = await VolumeFixture.start({
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
  });
});
afterAll(() => ctx?.close());

describe('a rejected bulk write', () => {
  it('changes nothing if a unique rule is violated in the middle, and names the record', async () => {
    const author = `Clash ${ctx.next()}`;
    await ctx.volumes([{ title: 'Taken', author }]);
    const ids = await ctx.volumes([{ author: 'X1' }, { author: 'X2' }, { author }, { author: 'X4' }]);
    const values = { title: 'Taken', pages: 9 };
    const { status, body } = await ctx.bulk('volumes', { select: { ids }, action: 'update', values });
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        code: 'CONFLICT',
        errors: { title: [{ key: 'errors.uniqueTogether' }] },
        record: { resource: 'volumes', id: ids[2], label: expect.stringMatching(/^Volume/) },
      },
    });
    for (const id of ids) expect((await ctx.get('volumes', id)).pages).toBeNull();
  });

  it('names a record that does not exist, and a reference that leads nowhere', async () => {
    const [id] = await ctx.volumes([{}]);
    const nobody = '01900000-0000-7000-8000-00000000ffff';
    const update = (ids: unknown[], values: object) =>
      ctx.bulk('volumes', { select: { ids }, action: 'update', values });
    expect(await update([id, nobody], { pages: 1 })).toMatchObject({
      status: 404,
      body: { record: { id: nobody } },
    });
    expect(await update([id], { shelf: nobody })).toMatchObject({
      status: 400,
      body: { errors: { shelf: [{ key: 'errors.referenceNotFound' }] }, record: { id } },
    });
  });
});

describe('the hooks of a bulk write', () => {
  it('see the earlier updates, so that a rule about several holds', async () => {
    const seats = [await ctx.add('seats', { name: 'S1' }), await ctx.add('seats', { name: 'S2' })];
    const third = await ctx.add('seats', { name: 'S3' });
    const update = (ids: unknown[], row: string) =>
      ctx.bulk('seats', { select: { ids }, action: 'update', values: { row } });
    expect(await update([...seats, third], 'A')).toMatchObject({
      status: 409,
      body: { reason: { message: 'A row has two seats' }, record: { id: third, label: 'S3' } },
    });
    expect((await ctx.get('seats', seats[0]!)).row).toBeNull();
    expect(await update(seats, 'A')).toMatchObject({ status: 200 });
  });

  it('see the earlier deletions, of referring records before their targets', async () => {
    const name = `Seat ${ctx.next()}`;
    const first = await ctx.add('seats', { name });
    const second = await ctx.add('seats', { name, next: first });
    const select = { ids: [first, second] };
    expect(await ctx.bulk('seats', { select, action: 'delete' })).toMatchObject({
      status: 409,
      body: { reason: { message: 'The last seat stays' }, record: { id: first } },
    });
    await ctx.add('seats', { name });
    expect(await ctx.bulk('seats', { select, action: 'delete' })).toMatchObject({ status: 200 });
  });
});

describe('two concurrent bulk writes', () => {
  it('of the same records run one after the other, in whatever order these are selected', async () => {
    for (let round = 0; round < 3; round++) {
      const ids = await ctx.volumes(Array.from({ length: 8 }, () => ({ author: 'Twice' })));
      const update = (some: readonly string[], pages: number) =>
        ctx.bulk('volumes', { select: { ids: some }, action: 'update', values: { pages } });
      const responses = await Promise.all([
        update(ids, 1),
        update(ids.toReversed(), 2),
        update(ids.slice(2), 3),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
      const pages = await Promise.all(ids.map(async (id) => (await ctx.get('volumes', id)).pages));
      expect(new Set(pages.slice(2)).size).toBe(1);
    }
  });

  it('that delete the same records do not deadlock, and one of them finds nothing', async () => {
    for (let round = 0; round < 3; round++) {
      const shelf = await ctx.add('shelves', { name: 'Busy' });
      const [one, two] = await ctx.volumes([{ shelf }, { shelf }]);
      const responses = await Promise.all([
        ctx.bulk('shelves', { select: { ids: [shelf] }, action: 'delete' }),
        ctx.bulk('volumes', { select: { ids: [two, one] }, action: 'delete' }),
        ctx.call(`DELETE /api/volumes/${one}`),
        ctx.bulk('volumes', { select: { ids: [one, two] }, action: 'update', values: { pages: 1 } }),
      ]);
      expect(responses.every(({ status }) => [200, 204, 404].includes(status))).toBe(true);
      expect((await ctx.call(`GET /api/volumes/${two}`)).status).toBe(404);
    }
  });
});
