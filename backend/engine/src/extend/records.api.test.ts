import { date, defineResources, integer, reference, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { type Actor, APPLICATION, authorOf } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { etagOf } from '#backend/records/resources/etag.ts';
import type { ResourceHooks } from '#backend/records/resources/hooks.ts';
import { update } from '#backend/records/resources/operations/write-record.ts';
import { actorWith, visitorWith } from '#backend/testing/actors.ts';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';
import { createAppTools } from './create-app-tools.ts';

const everything = ['read', 'create', 'update', 'delete'] as const;
const resources = defineResources({
  shops: {
    fields: {
      name: text({ required: true, max: 20, pattern: /^[A-Z]/ }),
      secret: text({ readBy: ['admin'] }),
      rank: integer({ min: 1, max: 5, writeBy: ['admin'] }),
      made: text({ readOnly: true }),
      takings: integer({ computed: { sum: 'amount', of: 'bills', through: 'shop' } }),
    },
    rights: { admin: everything, user: ['read', 'update'] },
  },
  bills: {
    fields: {
      shop: reference('shops', { required: true }),
      owner: text({ required: true }),
      amount: integer({ required: true, min: 0 }),
      from: date(),
      until: date({ gte: 'from' }),
    },
    rights: { admin: everything, user: ['read', 'create', 'update'] },
    where: { user: ({ user }) => ({ owner: user.email }) },
  },
});

const bills: ResourceHooks = {
  beforeCreate: async (values) => {
    if (values.amount === 666) throw new ApiError('CONFLICT', { message: 'No such amount' });
    return undefined;
  },
};

let ctx: TestEndpoints;
let toolsOf: ReturnType<typeof createAppTools>;
const ada = actorWith({ id: newId(), role: 'user', email: 'ada@example.com' });
const admin = actorWith({ id: newId(), email: 'admin@example.com' });
/** The tests' resources are not those of the config. */
const records = (name: 'shops' | 'bills', actor?: Actor): Untyped => {
  const made: object = (actor ? toolsOf(actor) : toolsOf()).records(name as 'users');
  return made as Untyped;
};

/** What `records` returns, without the types of an entry. */
interface Untyped {
  read(id: string): Promise<Record<string, unknown>>;
  list(query?: object): Promise<{ items: Record<string, unknown>[]; total: number }>;
  create(values: object): Promise<Record<string, unknown> & { id: string }>;
  update(change: { id: string; values: object; ifMatch?: string }): Promise<Record<string, unknown>>;
  delete(id: string, options?: { ifMatch?: string }): Promise<void>;
}

beforeAll(async () => {
  ctx = await serveEndpoints(resources, { hooks: { bills } });
  const { services } = ctx;
  const { database } = services.get('shops')!;
  const unused = () => Promise.reject(new Error('unused'));
  toolsOf = createAppTools({ database, services, mailer: { post: () => {} }, jobs: { add: unused } });
});
afterAll(() => ctx?.close());

const shop = () => records('shops').create({ name: 'Shop', secret: 'hidden', rank: 3 });
const rejected = (code: string, ...fields: string[]) => ({
  code,
  ...(fields.length > 0 && {
    details: { errors: Object.fromEntries(fields.map((name) => [name, expect.anything()])) },
  }),
});

describe('records on behalf of a user', () => {
  it('require the right of the role', async () => {
    const { id } = await shop();
    await expect(records('shops', ada).create({ name: 'Mine' })).rejects.toMatchObject(rejected('FORBIDDEN'));
    await expect(records('shops', ada).delete(id)).rejects.toMatchObject(rejected('FORBIDDEN'));
    const visitor = visitorWith('public');
    await expect(records('shops', visitor).read(id)).rejects.toMatchObject(rejected('NOT_FOUND'));
    await expect(records('shops', visitor).list()).rejects.toMatchObject(rejected('FORBIDDEN'));
  });

  it('write nothing with a read-only API key', async () => {
    const credential = { kind: 'apiKey', id: newId(), name: 'Report', isReadOnly: true } as const;
    const { id } = await shop();
    const change = records('shops', { ...admin, credential }).update({ id, values: { name: 'Other' } });
    await expect(change).rejects.toMatchObject(rejected('API_KEY_READ_ONLY'));
    expect(await records('shops', { ...admin, credential }).read(id)).toMatchObject({ name: 'Shop' });
  });

  it('have only the fields that the role may read, and accept only those that it may write', async () => {
    const { id } = await shop();
    const read = await records('shops', ada).read(id);
    expect(read).toMatchObject({ name: 'Shop', rank: 3 });
    expect(Object.keys(read)).not.toContain('secret');
    for (const values of [{ rank: 4 }, { secret: 'x' }, { made: 'x' }, { takings: 1 }, { __proto__x: 1 }])
      await expect(records('shops', ada).update({ id, values })).rejects.toMatchObject(
        rejected('INVALID', ...Object.keys(values)),
      );
    await expect(records('shops', ada).list({ secret: 'hidden' })).rejects.toMatchObject(
      rejected('INVALID', 'secret'),
    );
  });

  it.each([
    [{ name: 'x'.repeat(21) }, 'name'],
    [{ name: 'small' }, 'name'],
    [{ name: null }, 'name'],
    [{ rank: 0 }, 'rank'],
    [{ rank: 6 }, 'rank'],
    [{ rank: 'many' }, 'rank'],
  ])('are validated against the entry: %j', async (values, name) => {
    const { id } = await shop();
    for (const actor of [admin, undefined]) {
      const change = records('shops', actor).update({ id, values });
      await expect(change).rejects.toMatchObject(rejected('INVALID', name));
    }
  });

  it('are validated against constraints between fields, and by the hooks', async () => {
    const { id } = await shop();
    const bill = { shop: id, owner: 'ada@example.com', amount: 1 };
    const invalid = { ...bill, from: '2027-02-01', until: '2027-01-01' };
    await expect(records('bills', ada).create(invalid)).rejects.toMatchObject(rejected('INVALID', 'until'));
    await expect(records('bills', ada).create({ ...bill, amount: 666 })).rejects.toMatchObject(
      rejected('CONFLICT'),
    );
    await expect(records('bills', ada).create({ ...bill, amount: -1 })).rejects.toMatchObject(
      rejected('INVALID', 'amount'),
    );
  });

  it('are the rows of the user, which alone count in aggregates', async () => {
    const { id } = await shop();
    const make = (owner: string, amount: number) => records('bills').create({ shop: id, owner, amount });
    const theirs = await make('eve@example.com', 100);
    await make('ada@example.com', 5);
    expect(await records('shops', ada).read(id)).toMatchObject({ takings: 5 });
    expect((await records('shops', ada).list({ id: [id] })).items).toMatchObject([{ takings: 5 }]);
    expect(await records('shops').read(id)).toMatchObject({ takings: 105, secret: 'hidden' });
    await expect(records('bills', ada).read(theirs.id)).rejects.toMatchObject(rejected('NOT_FOUND'));
    const given = { shop: id, owner: 'eve@example.com', amount: 1 };
    await expect(records('bills', ada).create(given)).rejects.toMatchObject(rejected('INVALID', 'owner'));
    expect((await records('bills', ada).create({ shop: id, amount: 7 })).owner).toBe('ada@example.com');
  });

  it('reject rows of others before a hook can reveal them', async () => {
    const { id } = await shop();
    const both = { shop: id, owner: 'eve@example.com', amount: 666 };
    await expect(records('bills', ada).create(both)).rejects.toMatchObject(rejected('INVALID', 'owner'));
    const nowhere = { shop: newId(), amount: 666 };
    await expect(records('bills', ada).create(nowhere)).rejects.toMatchObject(rejected('INVALID', 'shop'));
  });

  it('accept an ETag, and name the user in the history', async () => {
    const { id } = await shop();
    const { resource } = ctx.services.get('shops')!;
    const item = await records('shops', ada).read(id);
    const ifMatch = etagOf({ ...item, id }, resource);
    await records('shops', ada).update({ id, values: { name: 'Changed' }, ifMatch });
    const late = records('shops', ada).update({ id, values: { name: 'Lost' }, ifMatch });
    await expect(late).rejects.toMatchObject(rejected('PRECONDITION_FAILED'));
    await expect(records('shops', admin).delete(id, { ifMatch: '"old"' })).rejects.toMatchObject(
      rejected('PRECONDITION_FAILED'),
    );
    const { database } = ctx.services.get('shops')!;
    const rows = await database.query<{ actor_id: string }>({
      sql: "select actor_id from history where record_id = $1 and action = 'update'",
      parameters: [id],
    });
    expect(rows).toEqual([{ actor_id: authorOf(ada).actor }]);
  });
});

describe('a transaction on behalf of a user', () => {
  it('has the same limits, and the application with it in the same transaction', async () => {
    const { id } = await shop();
    const work = toolsOf(ada).transaction(async (tools) => {
      await expect(
        tools.records('shops' as 'users').update({ id, values: { rank: 4 } as object }),
      ).rejects.toMatchObject(rejected('INVALID', 'rank'));
      await tools.asApplication.records('shops' as 'users').update({ id, values: { rank: 4 } as object });
      throw new ApiError('CONFLICT');
    });
    await expect(work).rejects.toMatchObject(rejected('CONFLICT'));
    expect(await records('shops').read(id)).toMatchObject({ rank: 3 });
  });
});

describe('records of the application', () => {
  it('accept fields that no role may write, and nothing that the entry does not have', async () => {
    const { id } = await shop();
    expect(await records('shops').update({ id, values: { made: 'by a job' } })).toMatchObject({
      made: 'by a job',
    });
    await expect(records('shops').update({ id, values: { takings: 1 } })).rejects.toMatchObject(
      rejected('INVALID', 'takings'),
    );
    const service = ctx.services.get('shops')!;
    await update(service, { id, values: { rank: 5 }, ifMatch: undefined, actor: APPLICATION });
    expect(await records('shops').read(id)).toMatchObject({ rank: 5, made: 'by a job' });
  });
});
