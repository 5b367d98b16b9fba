import { defineResources, integer, text } from '@bindery/contract/schema/index.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkRecords } from '#backend/features/imports/check-records.ts';
import { createImportPlan } from '#backend/features/imports/plan.ts';
import { rehearse } from '#backend/features/imports/write-records.ts';
import { logger } from '#backend/logging/logger.ts';
import { ACTOR } from '#backend/testing/resource-fixture.ts';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';

const rights = { admin: ['read', 'create', 'update'] } as const;
const resources = defineResources({
  shelves: {
    fields: {
      name: text({ required: true }),
      size: integer(),
      area: integer({ computed: '{size} * {size}' }),
      number: integer({ computed: '{name}::int' }),
    },
    rights,
  },
  reports: {
    fields: {
      name: text({ required: true }),
      size: integer(),
      area: integer({ computed: '{size} * {size}' }),
    },
    rights,
  },
  crates: {
    fields: {
      name: text(),
      weight: integer(),
      price: integer(),
      rate: integer({ computed: '{price} / {weight}' }),
    },
    rights,
  },
});

let ctx: TestEndpoints;
const log = vi.spyOn(logger, 'error').mockImplementation(() => {});
const LARGE = '00000000-0000-7000-8000-000000000001';
const WORDS = '00000000-0000-7000-8000-000000000002';

beforeAll(async () => {
  ctx = await serveEndpoints(resources);
  const { database } = ctx.services.get('shelves')!;
  await database.runScript(`insert into shelves (id, name, size, created_at, updated_at) values
    ('${LARGE}', '1', 2000000, now(), now()), ('${WORDS}', 'words', 1, now(), now())`);
});
afterAll(() => ctx?.close());
afterEach(() => log.mockClear());

it.each<[string, `GET /api/${string}`]>([
  ['a list', 'GET /api/shelves'],
  ['a filtered list', 'GET /api/shelves?area_gt=7'],
  ['a number out of range', `GET /api/shelves/${LARGE}`],
  ['a text that is no number', `GET /api/shelves/${WORDS}`],
  ['an export', 'GET /api/shelves/export?_fields=area'],
])('a valid read of a record without a value is a logged error: %s', async (_, request) => {
  expect(await ctx.call('admin', request)).toMatchObject({ status: 500, body: { code: 'INTERNAL' } });
  const failed = { name: 'UnreadableRecord', message: expect.stringContaining('shelves') };
  expect(log).toHaveBeenCalledWith(
    expect.objectContaining({ err: expect.objectContaining(failed) }),
    'request failed',
  );
});

it.each(['area_gt=99999999999', 'size=99999999999', 'size_gte=1.5', 'q=%00', 'name_like=%00', 'id=7'])(
  'a filter with a value out of range is an invalid request: %s',
  async (query) => {
    expect(await ctx.call('admin', `GET /api/shelves?_computed=false&${query}`)).toMatchObject({
      status: 400,
      body: { code: 'INVALID' },
    });
    expect(log).not.toHaveBeenCalled();
  },
);

it('a later page of a list with a record without a value is the same logged error as its first page', async () => {
  const { database } = ctx.services.get('reports')!;
  await database.runScript(`insert into reports (id, name, size, created_at, updated_at)
    select gen_random_uuid(), 'r' || n, case n when 4 then 2000000 else n end, now(), now()
    from generate_series(1, 4) as n`);
  const list = 'GET /api/reports?_sort=size&_order=asc&_end=1';
  const { headers, status } = await ctx.call('admin', list);
  expect(status).toBe(200);
  const next = (cursor: string | null) => ctx.call('admin', `${list}&_after=${cursor}` as const);
  const second = await next(headers.get('x-next-cursor'));
  expect(second.status).toBe(200);
  expect(log).not.toHaveBeenCalled();
  const third = await next(second.headers.get('x-next-cursor'));
  expect(third).toMatchObject({ status: 500, body: { code: 'INTERNAL' } });
  expect(log).toHaveBeenCalledWith(
    expect.objectContaining({
      err: expect.objectContaining({
        message: expect.stringContaining('A record of reports cannot be read'),
      }),
    }),
    'request failed',
  );
  const invalid = Buffer.from(JSON.stringify(['size,id', [1, 'no id']])).toString('base64url');
  expect(await next(invalid)).toMatchObject({
    status: 400,
    body: { errors: { _after: [{ key: 'errors.invalidCursor' }] } },
  });
});

describe('a write whose record would have no value', () => {
  const notComputable = (...fields: readonly string[]) => ({
    status: 400,
    body: {
      code: 'INVALID',
      errors: Object.fromEntries(
        fields.map((name) => [
          name,
          [
            expect.objectContaining({
              key: 'errors.notComputable',
              values: expect.objectContaining({ others: 'rate' }),
            }),
          ],
        ]),
      ),
    },
  });
  const add = async (values: object) => {
    const { status, body } = await ctx.call('admin', 'POST /api/crates', { name: 'Crate', ...values });
    expect(status).toBe(201);
    return body.id as string;
  };

  it('is an invalid request', async () => {
    const json = { name: '7', size: 3_000_000 };
    expect((await ctx.call('admin', 'POST /api/shelves', json)).status).toBe(400);
    expect((await ctx.call('admin', `PATCH /api/shelves/${LARGE}`, json)).status).toBe(400);
    expect(log).not.toHaveBeenCalled();
  });

  it('names the given fields that the value is computed of', async () => {
    const created = await ctx.call('admin', 'POST /api/crates', { name: 'None', weight: 0, price: 4 });
    expect(created).toMatchObject(notComputable('weight', 'price'));
    const id = await add({ weight: 2, price: 4 });
    expect(await ctx.call('admin', `PATCH /api/crates/${id}`, { name: 'x', weight: 0 })).toMatchObject(
      notComputable('weight'),
    );
    expect(log).not.toHaveBeenCalled();
  });

  it('is rejected with an Idempotency-Key, and if it undoes a change', async () => {
    const values = { name: 'Keyed', weight: 0, price: 4 };
    const keyed = () => ctx.call('admin', 'POST /api/crates', values, { 'idempotency-key': 'crate' });
    expect(await keyed()).toMatchObject(notComputable('weight', 'price'));
    expect(await keyed()).toMatchObject(notComputable('weight', 'price'));
    const id = await add({ price: 0 });
    // As if the weight had been 0 before the computed field was added.
    await ctx.call('admin', `PATCH /api/crates/${id}`, { weight: 4, price: 4 });
    const { body: history } = await ctx.call('admin', `GET /api/crates/${id}/history`);
    const { database } = ctx.services.get('crates')!;
    await database.runScript(`update history set changes = jsonb_set(changes, '{weight,before}', '0')
      where id = '${history[0].id}'`);
    const undone = await ctx.call('admin', `POST /api/crates/${id}/history/${history[0].id}/undo`);
    expect(undone).toMatchObject(notComputable('weight', 'price'));
    expect(log).not.toHaveBeenCalled();
  });

  it('is rejected if it writes several records, or an import does', async () => {
    const ids = [await add({ weight: 2, price: 4 }), await add({ weight: 3, price: 4 })];
    const bulk = { action: 'update', select: { ids }, values: { weight: 0 } };
    const rejected = await ctx.call('admin', 'POST /api/crates/bulk', bulk);
    expect(rejected).toMatchObject(notComputable('weight'));
    expect(rejected.body.record).toMatchObject({ id: ids[0] });
    const service = ctx.services.get('crates')!;
    const plan = createImportPlan(service, { actor: ACTOR, mapping: ['weight', 'price'], matchBy: null });
    const records = await checkRecords(service.database.kysely, {
      plan,
      records: [
        { number: 1, cells: ['1', '9'] },
        { number: 2, cells: ['0', '9'] },
      ],
    });
    const written = await rehearse(ACTOR.id, { plan, records });
    expect(written).toMatchObject({ created: 1, rejected: [{ number: 2 }] });
    expect(written.rejected[0]!.errors).toEqual(notComputable('weight', 'price').body.errors);
    expect((await ctx.call('admin', 'GET /api/crates')).status).toBe(200);
  });
});
