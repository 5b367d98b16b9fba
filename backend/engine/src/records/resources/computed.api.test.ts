import { decimal, defineResources, integer, text } from '@bindery/contract/schema/index.ts';
import { printShop } from '@bindery/contract/testing/print-shop.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { ACTOR } from '#backend/testing/resource-fixture.ts';
import { serveEndpoints, type TestEndpoints } from '#backend/testing/test-endpoints.ts';
import { update } from './operations/write-record.ts';
import { checkComputedSql } from './query/computed.ts';

const DAY_MS = 24 * 60 * 60_000;

let ctx: TestEndpoints;
const customers: string[] = [];
const orders: string[] = [];
const OTHER = { id: newId(), role: 'user', email: 'other@example.com' } as const;

/** By order: the prices and copies of its lines. */
const LINES = [
  [
    ['10.50', 3],
    ['4.00', 0],
  ],
  [],
  [['7.00', 2]],
  [
    ['1.00', 1],
    ['2.00', 5],
    ['0.10', 7],
  ],
] as const;

const post = async (
  path: `/api/${string}`,
  json: object,
  caller: Parameters<TestEndpoints['call']>[0] = 'admin',
) => {
  const { status, body } = await ctx.call(caller, `POST ${path}`, json);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const get = async (path: `/api/${string}`, caller: Parameters<TestEndpoints['call']>[0] = 'admin') =>
  (await ctx.call(caller, `GET ${path}`)).body;

beforeAll(async () => {
  ctx = await serveEndpoints(printShop);
  const { database } = ctx.services.get('users')!;
  for (const { id, email } of [{ id: ACTOR.id, email: 'actor@example.com' }, OTHER])
    await database.execute({
      sql: `insert into users (id, name, email, email_verified, banned, role, created_at, updated_at)
        values ($1, '', $2, true, false, 'user', now(), now())`,
      parameters: [id, email],
    });
  for (const [givenName, familyName] of [
    ['Zoë', 'Ärmel'],
    ['Amina', 'Mwangi'],
    ['حسن', 'النجار'],
  ])
    customers.push((await post('/api/customers', { givenName, familyName })).id);
  for (const [number, lines] of LINES.entries()) {
    const customer = customers[number % 2];
    const caller = number === 3 ? OTHER : 'admin';
    const order = await post(
      '/api/orders',
      { number, customer, orderedOn: `2026-01-0${number + 1}` },
      caller,
    );
    orders.push(order.id);
    for (const [price, copies] of lines)
      await post('/api/lines', {
        order: order.id,
        title: `Page ${copies}`,
        copies,
        sheets: 2,
        price,
        cost: '1.00',
      });
  }
  await ctx.call('admin', `PATCH /api/orders/${orders[2]}`, { state: 'printed' });
});

afterAll(() => ctx?.close());

describe('a computed field', () => {
  it('is an expression over fields of the record, with the type of its kind', async () => {
    const lines = await get('/api/lines?_sort=pricePerCopy&_order=desc');
    expect(lines.map((line: Record<string, unknown>) => [line.pricePerCopy, line.margin])).toEqual([
      [null, '3.00'],
      ['3.5000', '6.00'],
      ['3.5000', '9.50'],
      ['1.0000', '0.00'],
      ['0.4000', '1.00'],
      ['0.0143', '-0.90'],
    ]);
  });

  it('counts, sums, averages and compares the records that refer to it', async () => {
    const all = await get('/api/orders?_sort=number');
    expect(all.map((order: Record<string, unknown>) => [order.total, order.average, order.cheapest])).toEqual(
      [
        ['14.50', '7.25', '10.50'],
        ['0.00', null, null],
        ['7.00', '7.00', '7.00'],
        ['3.10', '1.03', '0.10'],
      ],
    );
    const dear = await get('/api/orders?average_gte=7&_sort=average');
    expect(dear.map(({ average }: { average: string }) => average)).toEqual(['7.00', '7.25']);
    const people = await get('/api/customers?_sort=familyName');
    expect(people.map((one: Record<string, unknown>) => [one.openOrders, one.lastOrder])).toEqual([
      [1, '2026-01-03'],
      [2, '2026-01-04'],
      [0, null],
    ]);
  });

  it('is omitted from a list that asks for none, which can still be sorted and filtered by it', async () => {
    const [order] = await get('/api/orders?_sort=pages&_order=desc&pages_gt=4&_end=1&_computed=false');
    expect(order).toMatchObject({ number: 3, createdAt: expect.any(String) });
    expect(order).not.toHaveProperty('pages');
    expect(order).not.toHaveProperty('total');
    const first = await ctx.call('admin', 'GET /api/orders?_sort=total&_end=2&_computed=false');
    const after = encodeURIComponent(first.headers.get('x-next-cursor')!);
    const rest = await get(`/api/orders?_sort=total&_end=2&_computed=false&_after=${after}`);
    expect([...first.body, ...rest].map(({ number }) => number)).toEqual([1, 3, 2, 0]);
    const [person] = await get('/api/customers?_sort=familyName&_computed=false');
    expect(person).toMatchObject({ familyName: 'Ärmel' });
    expect(person).not.toHaveProperty('initials');
    expect((await ctx.call('admin', 'GET /api/orders?_computed=true')).status).toBe(400);
  });

  it('sums an expression of the records that refer to it', async () => {
    const all = await get('/api/orders?_sort=number');
    expect(all.map(({ pages }: { pages: number }) => pages)).toEqual([6, 0, 4, 26]);
    const [most] = await get('/api/orders?_sort=pages&_order=desc&_end=1');
    expect(most.pages).toBe(26);
    expect((await ctx.call('admin', 'GET /api/orders?pages_gt=4')).headers.get('x-total-count')).toBe('2');
  });

  it('counts with the clock at the time of reading', async () => {
    const customer = await post('/api/customers', { givenName: 'Late', familyName: 'Reader' });
    const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
    // Two days away, so that midnight changes nothing.
    for (const [number, days] of [-2, 2].entries()) {
      const dates = { orderedOn: day(-3), promisedFor: day(days) };
      await post('/api/orders', { number: 70 + number, customer: customer.id, ...dates });
    }
    const read = () => get(`/api/customers/${customer.id}`);
    expect(await read()).toMatchObject({ lateOrders: 1, ordersSoFar: 2 });
    const { database } = ctx.services.get('orders')!;
    const later = "update orders set taken_at = now() + interval '1 day' where number = 70";
    await database.execute({ sql: later, parameters: [] });
    expect(await read()).toMatchObject({ lateOrders: 1, ordersSoFar: 1 });
    for (const { id } of await get('/api/orders?number_gte=70&number_lte=71'))
      await ctx.call('admin', `DELETE /api/orders/${id}`);
    await ctx.call('admin', `DELETE /api/customers/${customer.id}`);
  });

  it('may also come from a function of the files and the references of a record', async () => {
    const id = newId();
    const { database } = ctx.services.get('orders')!;
    await database.execute({
      sql: `insert into files (id, name, type, size, sha256, thumbnails, uploader_id, created_at, resource, field)
        values ($1, 'proof.pdf', 'application/pdf', 7, '', '[]', $2, now(), 'orders', 'proof')`,
      parameters: [id, ACTOR.id],
    });
    const read = () => get(`/api/orders/${orders[0]}`);
    expect(await read()).toMatchObject({ proof: null, mayBePrinted: false });
    const proof = { sql: 'update orders set proof = $1 where id = $2', parameters: [id, orders[0]] };
    await database.execute(proof);
    expect(await read()).toMatchObject({ proof: { name: 'proof.pdf' }, mayBePrinted: true });
    await database.execute({
      sql: 'update orders set taken_by_id = null where id = $1',
      parameters: [orders[0]],
    });
    expect(await read()).toMatchObject({ mayBePrinted: false });
  });

  it('comes from a function of the fields that it names', async () => {
    const people = await get('/api/customers?_sort=familyName');
    expect(people.map(({ initials }: { initials: string }) => initials)).toEqual(['ZÄ', 'AM', 'حا']);
    expect((await ctx.call('admin', 'GET /api/customers?_sort=initials')).body.errors).toHaveProperty(
      '_sort',
    );
    expect((await ctx.call('admin', 'GET /api/customers?initials=AM')).body.errors).toHaveProperty(
      'initials',
    );
  });

  it('cannot be written, and is not in the history', async () => {
    const rejected = await ctx.call('admin', `PATCH /api/orders/${orders[0]}`, { total: '1.00' });
    expect(rejected).toMatchObject({ status: 400, body: { errors: { total: [{ key: 'errors.unknown' }] } } });
    const order = await get(`/api/orders/${orders[1]}`);
    const replaced = await ctx.call('admin', `PUT /api/orders/${orders[1]}`, order);
    expect(replaced).toMatchObject({ status: 200, body: { total: '0.00' } });
    for (const { changes } of await get(`/api/orders/${orders[1]}/history`))
      expect(Object.keys(changes)).not.toContain('total');
  });

  it('does not change the ETag of the written state, but that of the read state', async () => {
    const order = await post('/api/orders', { number: 90, customer: customers[2] });
    const etagOf = async () => (await ctx.call('admin', `GET /api/orders/${order.id}`)).headers.get('etag')!;
    const before = await etagOf();
    await post('/api/lines', { order: order.id, title: 'New', copies: 1, price: 5 });
    const after = await etagOf();
    expect(after).not.toBe(before);
    const service = ctx.services.get('orders')!;
    const actor = { ...ACTOR, email: 'actor@example.com' };
    await update(service, { id: order.id, values: { isUrgent: true }, ifMatch: before, actor });
    await expect(
      update(service, { id: order.id, values: { isUrgent: false }, ifMatch: after, actor }),
    ).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
    await ctx.call('admin', `DELETE /api/orders/${order.id}`);
  });
});

/** Each sortable computed field, and how its values are ordered. */
const SORTED = [
  ['lines', 'pricePerCopy', Number],
  ['lines', 'margin', Number],
  ['orders', 'total', Number],
  ['orders', 'cheapest', Number],
  ['customers', 'openOrders', Number],
  ['customers', 'lastOrder', String],
  ['customers', 'ordersDone', Number],
] as const;

describe.each(SORTED)('%s by the computed %s', (resource, field, order) => {
  const values = (rows: Record<string, string | number | null>[]) => rows.map((row) => row[field]!);
  const inOrder = (all: (string | number | null)[]) =>
    [...all].sort((one, other) => {
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      return order(one) < order(other) ? -1 : Number(order(one) > order(other));
    });

  it('are sorted the same with and without cursors', async () => {
    const all = values(await get(`/api/${resource}`));
    for (const direction of ['asc', 'desc'] as const) {
      const expected = direction === 'asc' ? inOrder(all) : inOrder(all).reverse();
      const walked: (string | number | null)[] = [];
      let next: string | null | undefined = '';
      while (next !== undefined && next !== null) {
        const after: string = next ? `&_after=${next}` : '';
        const page = await ctx.call(
          'admin',
          `GET /api/${resource}?_sort=${field}&_order=${direction}&_end=2${after}`,
        );
        expect(page.status).toBe(200);
        walked.push(...values(page.body));
        next = page.headers.get('x-next-cursor');
      }
      expect(walked).toEqual(expected);
    }
  });

  it('are filtered and counted with the values that they show', async () => {
    const all = values(await get(`/api/${resource}`));
    for (const value of new Set(all.filter((one) => one !== null)))
      for (const [suffix, holds] of [
        ['', (one: string | number) => order(one) === order(value)],
        ['_gte', (one: string | number) => order(one) >= order(value)],
        ['_lt', (one: string | number) => order(one) < order(value)],
      ] as const) {
        const page = await ctx.call('admin', `GET /api/${resource}?${field}${suffix}=${value}&_end=1`);
        const expected = all.filter((one) => one !== null && holds(one));
        expect(page.headers.get('x-total-count'), `${field}${suffix}=${value}`).toBe(String(expected.length));
      }
  });
});

describe('a computed text', () => {
  it('is searched, filtered and sorted like a stored one', async () => {
    const found = async (query: string) =>
      (await get(`/api/customers?${query}`)).map(({ name }: { name: string }) => name);
    expect(await found('q=zoe%20armel')).toEqual(['Zoë Ärmel']);
    expect(await found('name=ZOE%20ARMEL')).toEqual(['Zoë Ärmel']);
    expect(await found('name_startsWith=amina')).toEqual(['Amina Mwangi']);
    expect(await found('_sort=name')).toEqual(['Amina Mwangi', 'Zoë Ärmel', 'حسن النجار']);
  });
});

describe('the roles that read a computed field', () => {
  it('are those that may read all of its sources', async () => {
    const [line] = await get('/api/lines', OTHER);
    expect(line).not.toHaveProperty('cost');
    expect(line).not.toHaveProperty('margin');
    expect(line).toHaveProperty('pricePerCopy');
    const rejected = await ctx.call(OTHER, 'GET /api/lines?margin_gt=0');
    expect(rejected.body.errors).toEqual({ margin_gt: [expect.objectContaining({ key: 'errors.unknown' })] });
  });

  it('counts only the records that they may read', async () => {
    const [amina] = (await get('/api/customers?givenName=Amina', OTHER)) as Record<string, unknown>[];
    expect(amina).toMatchObject({ openOrders: 1, lastOrder: '2026-01-04' });
    expect((await ctx.call(OTHER, 'GET /api/customers?openOrders=1')).headers.get('x-total-count')).toBe('1');
    const sorted = await get('/api/customers?_sort=openOrders&_order=desc', OTHER);
    expect(sorted[0]).toMatchObject({ givenName: 'Amina' });
  });

  it('apply to fields that depend on computed fields, unless the entry has readBy', async () => {
    const seen = async (caller: 'admin' | typeof OTHER) =>
      (await get('/api/customers?_sort=familyName', caller)).map((one: Record<string, unknown>) => [
        one.ordersDone,
        one.ordersOfAll,
      ]);
    expect(await seen('admin')).toEqual([
      [1, 2],
      [0, 2],
      [0, 0],
    ]);
    expect(await seen(OTHER)).toEqual([
      [0, 2],
      [0, 2],
      [0, 0],
    ]);
    const done = await ctx.call(OTHER, 'GET /api/customers?ordersDone_gte=1');
    expect(done.headers.get('x-total-count')).toBe('0');
  });
});

it('an export has computed fields like any other', async () => {
  const { body } = await ctx.call(
    'admin',
    'GET /api/customers/export?_fields=name,openOrders&_sort=familyName',
  );
  expect(body).toContain('Amina Mwangi,2');
});

describe('the check at the start', () => {
  const check = async (computed: string) => {
    const { database } = ctx.services.get('lines')!;
    const resources = defineResources({
      lines: { fields: { price: decimal(), copies: integer(), made: text({ computed }) }, rights: {} },
    });
    await checkComputedSql(database, resources);
  };

  it('accepts expressions that the database understands', async () => {
    await check('{price}');
    const { database } = ctx.services.get('lines')!;
    await checkComputedSql(database, printShop);
  });

  it.each([
    ['nothing({price})', 'function nothing(numeric) does not exist'],
    ['{price} +', 'syntax error'],
    ['{price} || copis', 'column "copis" does not exist'],
    ["'x'::integer", 'invalid input syntax for type integer'],
  ])('names the field of an expression that it does not understand: %s', async (expression, reason) => {
    const rejected = check(expression);
    await expect(rejected).rejects.toThrow(
      `lines.fields.made.computed: ${JSON.stringify(expression)} is rejected`,
    );
    await expect(rejected).rejects.toThrow(reason);
  });
});
