import { decimal, defineResources, integer, reference, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { checkRecords } from '#backend/features/imports/check-records.ts';
import { createImportPlan } from '#backend/features/imports/plan.ts';
import { rehearse } from '#backend/features/imports/write-records.ts';
import { logger } from '#backend/logging/logger.ts';
import { ACTOR } from '#backend/testing/resource-fixture.ts';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';
import type { RecordValues } from './hooks.ts';
import { update } from './operations/write-record.ts';
import { inSharedTransaction } from './shared-transaction.ts';

const all = ['read', 'create', 'update', 'delete'] as const;
const crate = {
  name: text(),
  weight: integer(),
  price: integer(),
  size: integer(),
  rate: integer({ computed: '{price} / {weight}' }),
  share: decimal({ computed: '1.0 / {size}' }),
} as const;
const resources = defineResources({
  pallets: {
    fields: {
      name: text(),
      height: integer(),
      levels: integer({ computed: '12 / coalesce({height}, 0)' }),
      total: integer({ computed: { sum: 'rate', of: 'loads', through: 'pallet' } }),
    },
    rights: { admin: all },
  },
  loads: {
    fields: { ...crate, pallet: reference('pallets', { onDelete: 'cascade' }) },
    rights: { admin: all },
  },
  crates: { archive: true, fields: crate, rights: { admin: all, user: all } },
  // Their writes are transactions.
  trees: { archive: true, fields: { ...crate, above: reference('trees') }, rights: { admin: all } },
  hooked: { archive: true, fields: crate, rights: { admin: all } },
  secrets: {
    fields: {
      ...crate,
      rate: integer({ computed: '{price} / {weight}', readBy: ['admin'] }),
      cost: integer({ readBy: ['admin'], default: 1 }),
      margin: integer({ computed: '{price} / ({cost} - {weight})' }),
    },
    rights: { admin: all, user: all },
  },
});

logger.level = 'silent';

let ctx: TestEndpoints;
let hookRuns = 0;
beforeAll(async () => {
  ctx = await serveEndpoints(resources, {
    hooks: {
      hooked: {
        beforeUpdate: async ({ values }) => {
          hookRuns++;
          return values;
        },
      },
    },
  });
});
afterAll(() => ctx?.close());

const call = (endpoint: string, json?: object, headers?: Readonly<Record<string, string>>) =>
  ctx.call('admin', endpoint as 'GET /api/', json, headers);

/** Adds a record without a rate, as if another expression had computed it until now. */
async function addBroken(table: string, values: Record<string, unknown> = {}): Promise<string> {
  const id = newId();
  const row: Record<string, unknown> = { id, name: 'Broken', weight: 0, price: 4, size: 1, ...values };
  const columns = Object.keys(row);
  await ctx.services.get(table)!.database.execute({
    sql: `insert into ${table} (${columns.join(', ')}, created_at, updated_at)
      values (${columns.map((_, index) => `$${index + 1}`).join(', ')}, now(), now())`,
    parameters: Object.values(row),
  });
  return id;
}

const notComputable = (fields: readonly string[], others = 'rate') => ({
  status: 400,
  body: {
    errors: Object.fromEntries(
      fields.map((name) => [
        name,
        [
          expect.objectContaining({
            key: 'errors.notComputable',
            values: expect.objectContaining({ others }),
          }),
        ],
      ]),
    ),
  },
});

/** Returns a record as a list shows it that omits computed fields. */
const listed = async (name: string, id: string) =>
  (await call(`GET /api/${name}?_computed=false&id=${id}`)).body[0];

describe.each(['crates', 'trees', 'hooked'])('a record of %s without a value of a computed field', (name) => {
  const path = `/api/${name}`;

  it('can be repaired', async () => {
    const id = await addBroken(name);
    const repaired = await call(`PATCH ${path}/${id}`, { weight: 2 });
    expect(repaired).toMatchObject({ status: 200, body: { weight: 2, rate: 2, share: expect.anything() } });
    expect(repaired.headers.get('etag')).toContain('.');
    expect((await call(`GET ${path}/${id}`)).body).toEqual(repaired.body);
  });

  it('can be changed otherwise, with a response without computed fields', async () => {
    const id = await addBroken(name, { size: 0 });
    const changed = await call(`PATCH ${path}/${id}`, { name: 'Renamed' });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Renamed', weight: 0 } });
    for (const field of ['rate', 'share']) expect(changed.body).not.toHaveProperty(field);
    // One value after the other.
    expect(await call(`PATCH ${path}/${id}`, { weight: 0, price: 5 })).toMatchObject(
      notComputable(['price']),
    );
    expect(await call(`PATCH ${path}/${id}`, { weight: 1 })).toMatchObject({
      status: 200,
      body: { weight: 1 },
    });
    expect(await call(`PATCH ${path}/${id}`, { size: 1 })).toMatchObject({
      status: 200,
      body: { rate: 4 },
    });
  });

  it('is returned by a change without an effect, and with a 412', async () => {
    const id = await addBroken(name);
    const same = await call(`PATCH ${path}/${id}`, { name: 'Broken' });
    expect(same).toMatchObject({ status: 200, body: { name: 'Broken', weight: 0 } });
    const stale = { 'if-match': '"other"' };
    expect(await call(`PATCH ${path}/${id}`, { weight: 2 }, stale)).toMatchObject({
      status: 412,
      body: { current: { weight: 0 } },
    });
    const current = { 'if-match': same.headers.get('etag')! };
    expect(await call(`PATCH ${path}/${id}`, { weight: 2 }, current)).toMatchObject({ status: 200 });
    expect((await call(`PATCH ${path}/${id}`, { weight: 3 }, current)).body.current).toMatchObject({
      weight: 2,
      rate: 2,
    });
  });

  it('can be changed together with others, by an import, and undone', async () => {
    const id = await addBroken(name);
    const bulk = { action: 'update', select: { ids: [id] }, values: { name: 'Together' } };
    expect(await call(`POST ${path}/bulk`, bulk)).toMatchObject({ status: 200, body: { changed: 1 } });
    const [{ id: change }] = (await call(`GET ${path}/${id}/history`)).body;
    expect(await call(`POST ${path}/${id}/history/${change}/undo`)).toMatchObject({ status: 200 });
    expect(await listed(name, id)).toMatchObject({ name: 'Broken' });
    expect(await call(`POST ${path}/bulk`, { ...bulk, values: { name: 'x', price: 9 } })).toMatchObject(
      notComputable(['price']),
    );
    const service = ctx.services.get(name)!;
    const mapping = ['id', 'name', 'weight'];
    const plan = createImportPlan(service, { actor: ACTOR, mapping, matchBy: 'id' });
    const records = await checkRecords(service.database.kysely, {
      plan,
      records: [{ number: 1, cells: [id, 'Imported', '2'] }],
    });
    expect(await rehearse(ACTOR.id, { plan, records })).toMatchObject({ updated: 1, rejected: [] });
  });
});

describe.each(['crates', 'trees', 'hooked'])('such a record of %s', (name) => {
  const path = `/api/${name}`;

  it('can be archived, restored and deleted', async () => {
    const id = await addBroken(name);
    expect(await call(`GET ${path}/${id}/deletion`)).toMatchObject({ status: 200 });
    expect(await call(`GET ${path}/${id}/related`)).toMatchObject({ status: 200 });
    expect(await call(`DELETE ${path}/${id}`)).toMatchObject({ status: 204 });
    const restored = await call(`POST ${path}/${id}/restore`);
    expect(restored).toMatchObject({ status: 200, body: { name: 'Broken', weight: 0 } });
    expect(restored.body).not.toHaveProperty('rate');
    expect(await call(`DELETE ${path}/${id}`)).toMatchObject({ status: 204 });
    expect(await call(`DELETE ${path}/${id}?archived=true`)).toMatchObject({ status: 204 });
    const [{ changes }] = (await call(`GET ${path}/${id}/history`)).body;
    expect(changes).toMatchObject({ weight: { before: 0, after: null } });
  });

  it('can be deleted and restored together with others, and undone', async () => {
    const ids = [await addBroken(name), await addBroken(name)];
    const bulk = (action: string, archived = false) =>
      call(`POST ${path}/bulk`, { action, select: { ids, ...(archived && { archived }) } });
    expect(await bulk('delete')).toMatchObject({ status: 200, body: { changed: 2 } });
    expect(await bulk('restore')).toMatchObject({ status: 200, body: { changed: 2 } });
    const archived = await bulk('delete');
    expect(await call(`POST /api/history/batches/${archived.body.batch}/undo`)).toMatchObject({
      status: 200,
      body: { changed: 2 },
    });
    expect(await listed(name, ids[1]!)).toMatchObject({ name: 'Broken' });
    await bulk('delete');
    const deleted = await bulk('delete', true);
    expect(deleted).toMatchObject({ status: 200, body: { changed: 2 } });
    expect(await call(`POST /api/history/batches/${deleted.body.batch}/undo`)).toMatchObject({
      status: 200,
      body: { changed: 2 },
    });
  });
});

describe('a record without a value of a computed field', () => {
  it('does not make a hook run twice for a value that is rejected', async () => {
    const { body } = await call('POST /api/hooked', { weight: 2, price: 4, size: 1 });
    hookRuns = 0;
    expect(await call(`PATCH /api/hooked/${body.id}`, { weight: 0 })).toMatchObject(
      notComputable(['weight']),
    );
    expect(hookRuns).toBe(1);
  });

  it('affects no write of the record that sums it, and is deleted with that', async () => {
    const { body: pallet } = await call('POST /api/pallets', { name: 'Pallet', height: 3 });
    await addBroken('loads', { pallet_id: pallet.id });
    const changed = await call(`PATCH /api/pallets/${pallet.id}`, { name: 'Renamed' });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Renamed' } });
    expect(changed.body).not.toHaveProperty('total');
    expect(await call(`DELETE /api/pallets/${pallet.id}`)).toMatchObject({ status: 204 });
  });

  it('is returned by a repeated creation of a user whose role has changed since', async () => {
    const create = (role: 'admin' | 'user') =>
      ctx.call(role, 'POST /api/crates', { weight: 2, price: 4, size: 1 }, { 'idempotency-key': 'role' });
    const { body } = await create('admin');
    expect(body).toMatchObject({ rate: 2 });
    await ctx.services.get('crates')!.database.execute({
      sql: 'update crates set weight = 0 where id = $1',
      parameters: [body.id],
    });
    const repeated = await create('user');
    expect(repeated).toMatchObject({ status: 201, body: { id: body.id, weight: 2, price: 4 } });
    for (const field of ['rate', 'share']) expect(repeated.body).not.toHaveProperty(field);
  });

  it('is changed in the transaction of an endpoint, which goes on', async () => {
    for (const name of ['crates', 'trees', 'hooked']) {
      const id = await addBroken(name);
      const actor = { ...ACTOR, email: 'actor@example.com' };
      const done = await inSharedTransaction(ctx.services, async (services) => {
        const service = services.get(name)!;
        const change = (values: RecordValues, ifMatch?: string) =>
          update(service, { id, values, ifMatch, actor });
        await expect(change({ price: 5 })).rejects.toMatchObject({ code: 'INVALID' });
        await expect(change({ weight: 2 }, '"other"')).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
        return [await change({ name: 'Renamed' }), await change({ weight: 2 }), await change({ price: 8 })];
      });
      expect(done).toMatchObject([{ name: 'Renamed' }, { rate: 2 }, { rate: 4 }]);
      expect(done[0]).not.toHaveProperty('rate');
    }
  });
});

describe('a value with which a computed field has no value', () => {
  it('is rejected at the fields of a new record that it uses, given or not', async () => {
    const given = await call('POST /api/crates', { size: 0 });
    expect(given).toMatchObject(notComputable(['size'], 'share'));
    const absent = await call('POST /api/pallets', { name: 'Flat' });
    expect(absent).toMatchObject(notComputable(['height'], 'levels'));
  });

  it('is rejected regardless of who writes it, without the names of fields that the user may not read', async () => {
    const values = { weight: 0, price: 4 };
    const invalid = (...names: readonly string[]) => ({
      code: 'INVALID',
      errors: Object.fromEntries(
        names.map((name) => [name, [expect.objectContaining({ key: 'errors.invalid' })]]),
      ),
    });
    const asUser = (endpoint: string, json: object, headers?: Readonly<Record<string, string>>) =>
      ctx.call('user', endpoint as 'POST /api/', json, headers);
    const created = await asUser('POST /api/secrets', values);
    expect(created).toMatchObject({ status: 400, body: invalid('weight', 'price') });
    expect(JSON.stringify(created.body)).not.toContain('rate');
    const keyed = { 'idempotency-key': 'secret' };
    expect(await asUser('POST /api/secrets', values, keyed)).toMatchObject({
      status: 400,
      body: invalid('weight', 'price'),
    });
    const { body, status } = await asUser('POST /api/secrets', { ...values, weight: 2 }, keyed);
    expect(status).toBe(201);
    for (const name of ['rate', 'margin', 'cost']) expect(body).not.toHaveProperty(name);
    expect((await asUser('POST /api/secrets', { ...values, weight: 2 }, keyed)).body).toEqual(body);
    const one = await asUser(`PATCH /api/secrets/${body.id}`, { weight: 0 });
    expect(one).toMatchObject({ status: 400, body: invalid('weight') });
    // The cost is 1, which the user does not learn either.
    expect(await asUser(`PATCH /api/secrets/${body.id}`, { weight: 1 })).toMatchObject({
      status: 400,
      body: invalid('weight'),
    });
    const bulk = { action: 'update', select: { ids: [body.id] }, values: { weight: 0 } };
    const several = await asUser('POST /api/secrets/bulk', bulk);
    expect(several).toMatchObject({ status: 400, body: invalid('weight') });
    expect(JSON.stringify([one.body, several.body])).not.toMatch(/rate|margin|cost/);
    const service = ctx.services.get('secrets')!;
    const actor = { ...ACTOR, role: 'user' };
    const plan = createImportPlan(service, { actor, mapping: ['weight', 'price'], matchBy: null });
    const records = await checkRecords(service.database.kysely, {
      plan,
      records: ['2', '0'].map((weight, number) => ({ number, cells: [weight, '4'] })),
    });
    const { created: imported, rejected } = await rehearse(ACTOR.id, { plan, records });
    expect({ imported, errors: rejected.map(({ errors }) => errors) }).toEqual({
      imported: 1,
      errors: [invalid('weight', 'price').errors],
    });
    expect(await call('GET /api/secrets')).toMatchObject({ status: 200, body: [{ rate: 2, margin: -4 }] });
    expect(await call(`PATCH /api/secrets/${body.id}`, { cost: 2 })).toMatchObject(
      notComputable(['cost'], 'margin'),
    );
  });
});
