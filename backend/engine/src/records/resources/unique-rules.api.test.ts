import { boolean, defineResources, email, select, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { checkRecords } from '#backend/features/imports/check-records.ts';
import { createImportPlan } from '#backend/features/imports/plan.ts';
import { ACTOR } from '#backend/testing/resource-fixture.ts';
import type { TestUser } from '#backend/testing/session-fixtures.ts';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';

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

describe('a unique rule with `when`', () => {
  it('applies to the records that meet it, and names the field as other rules do', async () => {
    expect((await add('Dune')).status).toBe(201);
    const rejected = { status: 409, body: { errors: taken } };
    expect(await add('DUNE')).toMatchObject(rejected);
    expect(await add('Dune', { state: "it's back" })).toMatchObject(rejected);
    const lost = await add('Dune', { state: 'it’s lost' });
    const reserve = await add('Dune', { isReserve: true });
    expect([lost.status, reserve.status]).toEqual([201, 201]);
    expect(await ctx.call('admin', `PATCH /api/loans/${lost.body.id}`, { state: 'open' })).toMatchObject(
      rejected,
    );
    const bulk = { select: { ids: [reserve.body.id] }, action: 'update', values: { isReserve: false } };
    expect((await ctx.call('admin', 'POST /api/loans/bulk', bulk)).status).toBe(409);
  });

  it('does not apply to archived records', async () => {
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

describe('a rule within the rows of a tenant', () => {
  const everything = ['read', 'create', 'update', 'delete'] as const;
  const state = (where: object = {}) =>
    defineResources({
      users: {
        managedBy: 'auth',
        fields: { email: email({ required: true }), school: text() },
        label: 'email',
        rights: { admin: ['read'] },
      },
      classes: {
        fields: { name: text({ required: true }), email: email(), school: text() },
        unique: [{ fields: ['name'], within: 'rows' }],
        rights: { admin: everything, user: everything },
        where: { user: ({ user }) => ({ email: user.email }), ...where },
      },
    });

  it("lets each tenant have a value, and reveals none of another tenant's", async () => {
    const ctx = await serveEndpoints(state());
    try {
      const [ada, ben] = ['ada@example.com', 'ben@example.com'].map((address) => ({
        id: newId(),
        role: 'user',
        email: address,
      })) as [TestUser, TestUser];
      const add = (caller: TestUser | 'admin', name: string, json: object = {}) =>
        ctx.call(caller, 'POST /api/classes', { name, ...json });
      expect((await add(ada, 'Chess')).status).toBe(201);
      const other = await add(ben, 'chess');
      expect(other.status).toBe(201);
      const taken = await add(ben, 'CHESS');
      expect(taken).toMatchObject({ status: 409, body: { errors: { name: [{ key: 'errors.unique' }] } } });
      expect(Object.keys(taken.body.errors)).toEqual(['name']);
      const draughts = (await add(ben, 'Draughts')).body.id;
      expect((await ctx.call(ben, `PATCH /api/classes/${draughts}`, { name: 'chess' })).status).toBe(409);
      const bulk = { action: 'update', select: { ids: [draughts] }, values: { name: 'chess' } };
      expect((await ctx.call(ben, 'POST /api/classes/bulk', bulk)).status).toBe(409);
      expect((await add('admin', 'chess', { email: ada.email })).status).toBe(409);
      expect((await add('admin', 'chess', { email: 'new@example.com' })).status).toBe(201);

      // And in every other place.
      const put = await ctx.call(ben, `PUT /api/classes/${draughts}`, { name: 'Chess', email: ben.email });
      expect(put).toMatchObject({ status: 409, body: { errors: { name: [{ key: 'errors.unique' }] } } });
      await ctx.call(ben, `DELETE /api/classes/${other.body.id}`);
      const [deletion] = (await ctx.call('admin', `GET /api/classes/${other.body.id}/history`)).body;
      expect((await add(ben, 'Chess')).status).toBe(201);
      const undo = `POST /api/classes/${other.body.id}/history/${deletion.id}/undo` as const;
      expect((await ctx.call(ben, undo, {})).status).toBe(409);
      const adas = (await ctx.call(ada, 'GET /api/classes')).body[0].id;
      const move = {
        action: 'update',
        select: { ids: [adas, draughts] },
        values: { email: 'new@example.com' },
      };
      const moved = await ctx.call('admin', 'POST /api/classes/bulk', move);
      expect(moved).toMatchObject({ status: 409, body: { record: { id: adas } } });
      expect((await ctx.call(ben, `PATCH /api/classes/${draughts}`, { email: ada.email })).status).toBe(400);

      const service = ctx.services.get('classes')!;
      const check = async (cells: readonly string[], matchBy: string | null = null) => {
        const plan = createImportPlan(service, {
          actor: { ...ACTOR, ...ben },
          mapping: ['name'],
          matchBy,
        });
        const records = cells.map((cell, number) => ({ number, cells: [cell] }));
        const checked = await checkRecords(service.database.kysely, { plan, records });
        return checked.map(({ target, errors }) => [target !== undefined, Object.keys(errors)]);
      };
      expect(await add(ada, 'Go')).toMatchObject({ status: 201 });
      expect(await check(['go', 'CHESS'])).toEqual([
        [false, []],
        [false, ['name']],
      ]);
      expect(await check(['go', 'CHESS'], 'name')).toEqual([
        [false, []],
        [true, []],
      ]);
    } finally {
      await ctx.close();
    }
  });

  it('needs a field that identifies the tenant', () => {
    expect(() => state({ user: () => ({ name: { ne: 'Chess' } }) })).toThrow(
      /classes\.unique\.within: "rows" needs a field that the row filters of all limited roles compare/,
    );
  });
});
