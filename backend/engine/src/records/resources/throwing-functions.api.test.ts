import { defineResources, integer, reference, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readWhole } from '#backend/extend/records.ts';
import { logger } from '#backend/logging/logger.ts';
import { ACTOR } from '#backend/testing/resource-fixture.ts';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';
import { update } from './operations/write-record.ts';
import type { RecordJson } from './query/projection.ts';
import { inSharedTransaction } from './shared-transaction.ts';

const all = ['read', 'create', 'update', 'delete', 'restore'] as const;
const fields = {
  name: text({ required: true }),
  initial: text({
    computed: {
      from: ['name'],
      value: ({ name }: { name: string }) => {
        if (name.startsWith('?')) throw new Error(`no initial of ${name}`);
        return name.charAt(0);
      },
    },
  }),
  length: integer({ computed: { from: ['name'], value: ({ name }: { name: string }) => name.length } }),
} as const;
const resources = defineResources({
  people: { archive: true, fields, rights: { admin: all } },
  // Its writes are transactions, and read the record afterwards.
  trees: {
    archive: true,
    fields: { ...fields, above: reference('trees') },
    rights: { admin: all },
  },
  hooked: { archive: true, fields, rights: { admin: all } },
});

let ctx: TestEndpoints;
let inspect: (before: RecordJson) => unknown = () => undefined;
const log = vi.spyOn(logger, 'error').mockImplementation(() => {});

beforeAll(async () => {
  ctx = await serveEndpoints(resources, {
    hooks: {
      hooked: {
        beforeUpdate: async ({ before }) => void inspect(before),
        beforeDelete: async (before) => void inspect(before),
      },
    },
  });
});
afterAll(() => ctx?.close());
beforeEach(() => {
  log.mockClear();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
  return () => vi.useRealTimers();
});

const call = (endpoint: string, json?: object, headers?: Readonly<Record<string, string>>) =>
  ctx.call('admin', endpoint as 'GET /api/', json, headers);
const add = async (name: string, title = '?') =>
  (await call(`POST /api/${name}`, { name: title })).body.id as string;
/** What responses show of a record whose function throws. */
const omitted = (body: unknown, name = '?') => {
  expect(body).toMatchObject({ name, length: name.length });
  expect(body).not.toHaveProperty('initial');
};

describe.each(['people', 'trees', 'hooked'])('a field of %s whose function throws is omitted', (name) => {
  const path = `/api/${name}`;

  it('by writes of the record', async () => {
    const key = { 'idempotency-key': `key-of-${name}` };
    const created = await call(`POST ${path}`, { name: '?' }, key);
    expect(created.status).toBe(201);
    omitted(created.body);
    expect((await call(`POST ${path}`, { name: '?' }, key)).body).toEqual(created.body);
    const { id } = created.body;
    omitted((await call(`PATCH ${path}/${id}`, { name: '?!' })).body, '?!');
    // Without an effect.
    omitted((await call(`PATCH ${path}/${id}`, { name: '?!' })).body, '?!');
    const stale = await call(`PATCH ${path}/${id}`, { name: 'x' }, { 'if-match': '"other"' });
    expect(stale.status).toBe(412);
    omitted(stale.body.current, '?!');
    const bulk = { action: 'update', select: { ids: [id] }, values: { name: '?' } };
    expect(await call(`POST ${path}/bulk`, bulk)).toMatchObject({ body: { changed: 1 } });
    expect((await call(`DELETE ${path}/${id}`)).status).toBe(204);
    omitted((await call(`POST ${path}/${id}/restore`)).body);
    expect((await call(`PATCH ${path}/${id}`, { name: 'Amina' })).body).toMatchObject({ initial: 'A' });
  });

  it('by reads of the record, lists and exports, which have the others', async () => {
    const [bad, good] = [await add(name), await add(name, 'Amina')];
    omitted((await call(`GET ${path}/${bad}`)).body);
    const { body, status } = await call(`GET ${path}?id=${bad}&id=${good}&_sort=id`);
    expect(status, JSON.stringify(body)).toBe(200);
    omitted(body[0]);
    expect(body[1]).toMatchObject({ name: 'Amina', initial: 'A' });
    const exported = await call(`GET ${path}/export?_fields=name,initial&id=${bad}`);
    expect(exported).toMatchObject({ status: 200, body: expect.stringContaining('?,') });
  });

  it('by the tools of extensions', async () => {
    const id = await add(name);
    omitted(await readWhole(ctx.services.get(name)!, id));
    const actor = { ...ACTOR, email: 'actor@example.com' };
    const changed = await inSharedTransaction(ctx.services, async (services) =>
      update(services.get(name)!, { id, values: { name: '?!' }, actor }),
    );
    omitted(changed, '?!');
  });
});

it('a function that throws is logged with its record, once a minute', async () => {
  const id = await add('people');
  log.mockClear();
  vi.setSystemTime(Date.now() + 60_000);
  for (let time = 0; time < 3; time++) await call(`GET /api/people/${id}`);
  const about = { resource: 'people', field: 'initial', record: id };
  expect(log.mock.calls).toEqual([
    [{ ...about, err: expect.objectContaining({ message: 'no initial of ?' }) }, 'computed field omitted'],
  ]);
  vi.setSystemTime(Date.now() + 60_000);
  await call(`GET /api/people/${id}`);
  expect(log).toHaveBeenCalledTimes(2);
});

it('only a hook that reads the field is rejected', async () => {
  const id = await add('hooked');
  inspect = ({ length }) => length;
  expect(await call(`PATCH /api/hooked/${id}`, { name: '?!' })).toMatchObject({ status: 200 });
  inspect = ({ initial }) => initial;
  const rejected = { status: 400, body: { reason: { key: 'errors.recordNotComputable' } } };
  expect(await call(`PATCH /api/hooked/${id}`, { name: 'Amina' })).toMatchObject(rejected);
  expect(await call(`DELETE /api/hooked/${id}`)).toMatchObject(rejected);
});
