import { defineResources, integer, reference, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { checkRecords } from '#backend/features/imports/check-records.ts';
import { createImportPlan } from '#backend/features/imports/plan.ts';
import { rehearse } from '#backend/features/imports/write-records.ts';
import { logger } from '#backend/logging/logger.ts';
import { ACTOR } from '#backend/testing/resource-fixture.ts';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';
import type { RecordJson } from './query/projection.ts';

const rights = { admin: ['read', 'create', 'update', 'delete', 'restore'] } as const;
const resources = defineResources({
  shelves: { fields: { name: text() }, rights: { admin: ['read', 'create', 'update', 'delete'] } },
  crates: {
    archive: true,
    fields: {
      name: text(),
      weight: integer(),
      price: integer(),
      shelf: reference('shelves', { onDelete: 'cascade' }),
      rate: integer({ computed: '{price} / {weight}' }),
    },
    rights,
  },
});

let ctx: TestEndpoints;
/** What the hooks do with the record before a change. */
let inspect: (before: RecordJson) => unknown;
const received: unknown[] = [];
const log = vi.spyOn(logger, 'error').mockImplementation(() => {});

beforeAll(async () => {
  const look = async (before: RecordJson) => {
    received.push(inspect(before));
  };
  ctx = await serveEndpoints(resources, {
    hooks: {
      crates: {
        beforeUpdate: async ({ before }) => {
          await look(before);
          return undefined;
        },
        beforeDelete: look,
      },
    },
  });
});
afterAll(() => ctx?.close());
beforeEach(() => {
  received.length = 0;
  log.mockClear();
});

const call = (endpoint: string, json?: object) => ctx.call('admin', endpoint as 'GET /api/', json);

/** Adds a crate whose rate has the divisor 0, as if another expression had computed it until now. */
async function add(weight = 0, shelf: string | null = null): Promise<string> {
  const id = newId();
  await ctx.services.get('crates')!.database.execute({
    sql: `insert into crates (id, name, weight, price, shelf_id, created_at, updated_at)
      values ($1, 'Crate', $2, 4, $3, now(), now())`,
    parameters: [id, weight, shelf],
  });
  return id;
}

async function importWeight(id: string) {
  const service = ctx.services.get('crates')!;
  const plan = createImportPlan(service, { actor: ACTOR, mapping: ['id', 'weight'], matchBy: 'id' });
  const records = await checkRecords(service.database.kysely, {
    plan,
    records: [{ number: 1, cells: [id, '2'] }],
  });
  return rehearse(ACTOR.id, { plan, records });
}

const bulk = (ids: readonly string[], change: object, archived = false) =>
  call('POST /api/crates/bulk', { select: { ids, ...(archived && { archived }) }, ...change });

describe('a hook that does not read the computed field of a record without its value', () => {
  beforeEach(() => {
    inspect = ({ weight }) => weight;
  });

  it('lets one or several updates repair the record', async () => {
    const [first, second, third] = [await add(), await add(), await add(1)];
    expect(await call(`PATCH /api/crates/${first}`, { weight: 2 })).toMatchObject({
      status: 200,
      body: { rate: 2 },
    });
    expect(await bulk([second, third], { action: 'update', values: { weight: 4 } })).toMatchObject({
      status: 200,
      body: { changed: 2 },
    });
    // The ids, whose order bulk updates follow, are random within a millisecond.
    expect(received.toSorted()).toEqual([0, 0, 1]);
    expect((await call(`GET /api/crates/${second}`)).body).toMatchObject({ rate: 1 });
    for (const record of [first, second])
      expect(log).toHaveBeenCalledWith(
        { resource: 'crates', record, err: expect.any(Error) },
        'computed fields omitted',
      );
  });

  it('lets an import and an undo repair it', async () => {
    const id = await add();
    expect(await importWeight(id)).toMatchObject({ updated: 1, rejected: [] });
    await call(`PATCH /api/crates/${id}`, { name: 'Renamed' });
    const [{ id: change }] = (await call(`GET /api/crates/${id}/history`)).body;
    expect(await call(`POST /api/crates/${id}/history/${change}/undo`)).toMatchObject({ status: 200 });
    expect(received).toEqual([0, 0, 0]);
  });

  it('lets it be archived, restored and deleted, also with others', async () => {
    const { body: shelf } = await call('POST /api/shelves', { name: 'Shelf' });
    const [id, other] = [await add(0, shelf.id), await add(2, shelf.id)];
    expect(await call(`DELETE /api/crates/${id}`)).toMatchObject({ status: 204 });
    expect(await call(`POST /api/crates/${id}/restore`)).toMatchObject({ status: 200 });
    expect(await bulk([id, other], { action: 'delete' })).toMatchObject({ body: { changed: 2 } });
    expect(await bulk([id, other], { action: 'restore' }, true)).toMatchObject({ body: { changed: 2 } });
    expect(await call(`DELETE /api/shelves/${shelf.id}`)).toMatchObject({ status: 204 });
    expect(received.toSorted()).toEqual([0, 0, 0, 2, 2]);
  });
});

describe('a hook that reads it', () => {
  const rejected = { status: 400, body: { reason: { key: 'errors.recordNotComputable' } } };

  it.each<[string, (before: RecordJson) => unknown]>([
    ['the field', ({ rate }) => rate],
    ['all fields', (before) => ({ ...before })],
  ])('rejects an update and a deletion with the reason: %s', async (_, read) => {
    inspect = read;
    const { body: shelf } = await call('POST /api/shelves', { name: 'Shelf' });
    const id = await add(0, shelf.id);
    expect(await call(`PATCH /api/crates/${id}`, { weight: 2 })).toMatchObject(rejected);
    expect(await call(`DELETE /api/crates/${id}`)).toMatchObject(rejected);
    expect(await call(`DELETE /api/shelves/${shelf.id}`)).toMatchObject({
      ...rejected,
      body: { record: { resource: 'crates', id } },
    });
    expect((await importWeight(id)).rejected).toMatchObject([
      { errors: { record: [{ key: 'errors.recordNotComputable' }] } },
    ]);
  });

  it('receives the values of the other records', async () => {
    inspect = ({ rate }) => rate;
    const { body: shelf } = await call('POST /api/shelves', { name: 'Shelf' });
    const [good, broken] = [await add(2, shelf.id), await add(0, shelf.id)];
    const both = await bulk([good, broken], { action: 'update', values: { weight: 1 } });
    expect(both).toMatchObject({ ...rejected, body: { record: { id: broken } } });
    inspect = (before) => (before.weight === 0 ? undefined : before.rate);
    received.length = 0;
    expect(await call(`DELETE /api/shelves/${shelf.id}`)).toMatchObject({ status: 204 });
    expect(received).toHaveLength(2);
    expect(received).toContain(2);
  });
});
