import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRecords } from '#backend/imports/check-records.ts';
import { createImportPlan } from '#backend/imports/plan.ts';
import { ACTOR } from '#backend/testing/resource-fixture.ts';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';
import { boolean, defineResources, select, text } from '#contract/schema/index.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;
const resources = defineResources({
  loans: {
    fields: {
      book: text({ required: true, search: true }),
      state: select(['open', 'it’s lost', "it's back"], { required: true, default: 'open' }),
      isReserve: boolean({ required: true, default: false }),
    },
    unique: [{ fields: ['book'], when: { state: ['open', "it's back"], isReserve: [false] } }],
    archive: true,
    rights: { admin: everything },
  },
});
const [rule] = resources.loans.unique;
const taken = { book: [{ key: 'errors.unique' }] };

let ctx: TestEndpoints;
beforeAll(async () => {
  ctx = await serveEndpoints(resources);
});
afterAll(() => ctx?.close());

const add = (book: string, values: object = {}) => ctx.call('admin', 'POST /api/loans', { book, ...values });

describe('a unique rule with a condition', () => {
  it('is about the records that meet it, and names the field as other rules do', async () => {
    expect((await add('Dune')).status).toBe(201);
    const refused = { status: 409, body: { errors: taken } };
    expect(await add('DUNE')).toMatchObject(refused);
    expect(await add('Dune', { state: "it's back" })).toMatchObject(refused);
    const lost = await add('Dune', { state: 'it’s lost' });
    const reserve = await add('Dune', { isReserve: true });
    expect([lost.status, reserve.status]).toEqual([201, 201]);
    expect(await ctx.call('admin', `PATCH /api/loans/${lost.body.id}`, { state: 'open' })).toMatchObject(
      refused,
    );
    const bulk = { select: { ids: [reserve.body.id] }, action: 'update', values: { isReserve: false } };
    expect((await ctx.call('admin', 'POST /api/loans/bulk', bulk)).status).toBe(409);
  });

  it('is about no archived records', async () => {
    const { body } = await add('Emma');
    expect((await ctx.call('admin', `DELETE /api/loans/${body.id}`)).status).toBe(204);
    expect((await add('Emma')).status).toBe(201);
    expect((await ctx.call('admin', `POST /api/loans/${body.id}/restore`)).status).toBe(409);
  });

  it('is checked by the dry run of an import, with the defaults of new records', async () => {
    expect((await add('Persuasion')).status).toBe(201);
    const service = ctx.services.get('loans')!;
    const check = async (
      mapping: readonly string[],
      cells: readonly string[],
      matchBy: string | null = null,
    ) => {
      const plan = createImportPlan(service, { actor: ACTOR, mapping, matchBy });
      const [record] = await checkRecords(service.database.kysely, { plan, records: [{ number: 1, cells }] });
      return { isUpdate: record!.target !== undefined, errors: record!.errors };
    };
    expect(await check(['book'], ['persuasion'])).toMatchObject({ isUpdate: false, errors: taken });
    const free = { isUpdate: false, errors: {} };
    expect(await check(['book', 'state'], ['Persuasion', 'it’s lost'])).toEqual(free);
    expect(await check(['book', 'isReserve'], ['Persuasion', 'true'])).toEqual(free);
    expect(await check(['book'], ['persuasion'], rule!.name)).toEqual({ isUpdate: true, errors: {} });
  });
});
