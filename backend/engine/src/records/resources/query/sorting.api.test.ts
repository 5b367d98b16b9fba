import {
  boolean,
  datetime,
  decimal,
  defineResources,
  integer,
  text,
} from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createResourceFixture,
  type QueryParameters,
  type ResourceFixture,
} from '#backend/testing/resource-fixture.ts';

const resources = defineResources({
  records: {
    fields: {
      title: text({ required: true, search: true }),
      tracks: integer(),
      price: decimal(),
      live: boolean({ required: true }),
      recordedAt: datetime(),
    },
    rights: { admin: ['read'] },
  },
});

const titles = ['Ámbar', 'ambar two', 'Zulu', 'ßeta', 'سلام', 'Alpha'];
let fixture: ResourceFixture;

beforeAll(async () => {
  fixture = await createResourceFixture(resources, { name: 'records' });
  for (let index = 0; index < 24; index++)
    await fixture.add({
      title: `${titles[index % titles.length]}`,
      tracks: index % 3 === 0 ? null : index % 4,
      price: index % 5 === 0 ? null : `${index % 7}.50`,
      live: index % 2 === 0,
      recordedAt: index % 4 === 0 ? null : new Date(Date.UTC(1999, 0, 1 + (index % 6), 3)).toISOString(),
    });
});

afterAll(() => fixture?.close());

/** Return all ids in a sort, from one page or page by page with cursors. */
const all = async (order: QueryParameters) =>
  (await fixture.list({ ...order, _end: 100 })).items.map(({ id }) => id);
const paged = async (order: QueryParameters, size: number) => {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page = await fixture.list({ ...order, _end: size, _after: after });
    ids.push(...page.items.map(({ id }) => id));
    after = page.next;
  } while (after);
  return ids;
};

const orders = [
  { _sort: 'title', _order: 'asc' },
  { _sort: 'title', _order: 'desc' },
  { _sort: 'tracks', _order: 'asc' },
  { _sort: 'tracks', _order: 'desc' },
  { _sort: 'price,tracks', _order: 'desc,asc' },
  { _sort: 'tracks,price,title', _order: 'asc,desc,asc' },
  { _sort: 'live,recordedAt', _order: 'asc,desc' },
  { _sort: 'recordedAt', _order: 'asc' },
  { _sort: 'id', _order: 'desc' },
  { _sort: 'live,id', _order: 'asc,desc' },
  {},
];

describe('a sort', () => {
  it.each(orders)('gives the same order page by page as in one page: $_sort $_order', async (order) => {
    const whole = await all(order);
    expect(whole).toHaveLength(24);
    for (const size of [1, 5, 7, 24]) expect(await paged(order, size)).toEqual(whole);
  });

  it.each(orders.filter(({ _sort }) => _sort))(
    'is the mirror image of its reverse: $_sort $_order',
    async (order) => {
      const turned = order
        ._order!.split(',')
        .map((direction) => (direction === 'asc' ? 'desc' : 'asc'))
        .join();
      expect(await all({ ...order, _order: turned })).toEqual((await all(order)).reverse());
    },
  );

  it('of texts ignores case and accents', async () => {
    const { items } = await fixture.list({ _sort: 'title', _end: 100 });
    const order = [...new Set(items.map(({ title }) => title))];
    expect(order).toEqual(['Alpha', 'Ámbar', 'ambar two', 'ßeta', 'Zulu', 'سلام']);
  });

  it('puts empty values last in ascending and first in descending order', async () => {
    const tracks = async (direction: string) =>
      (await fixture.list({ _sort: 'tracks', _order: direction, _end: 100 })).items.map(
        (item) => item.tracks,
      );
    expect((await tracks('asc')).at(-1)).toBeNull();
    expect((await tracks('desc'))[0]).toBeNull();
  });

  it('continues at the same place even if rows before it were deleted', async () => {
    const order = { _sort: 'title', _order: 'asc' };
    const whole = await all(order);
    const first = await fixture.list({ ...order, _end: 5 });
    const { database } = fixture.service;
    await database.kysely.deleteFrom('records').where('id', '=', whole[0]!).execute();
    const second = await fixture.list({ ...order, _end: 5, _after: first.next });
    expect(second.items.map(({ id }) => id)).toEqual(whole.slice(5, 10));
  });
});

describe('a cursor', () => {
  const invalid = { code: 'INVALID', details: { errors: { _after: [{ key: 'errors.invalidCursor' }] } } };
  const encoded = (contents: unknown) => Buffer.from(JSON.stringify(contents)).toString('base64url');

  it('is valid only for its own sort', async () => {
    const { next } = await fixture.list({ _sort: 'title', _end: 2 });
    await expect(fixture.list({ _sort: 'title', _order: 'desc', _after: next })).rejects.toMatchObject(
      invalid,
    );
    await expect(fixture.list({ _sort: 'tracks', _after: next })).rejects.toMatchObject(invalid);
  });

  it.each([
    ['is not a cursor', 'nonsense'],
    ['has too few values', encoded(['title,id', ['a']])],
    ['has a value that is not an id', encoded(['title,id', ['a', 'b']])],
    ['lacks a value that every row has', encoded(['title,id', [null, null]])],
    ['contains an object instead of a value', encoded(['title,id', [{ a: 1 }, 'b']])],
  ])('that %s is rejected, naming the parameter', async (_, cursor) => {
    await expect(fixture.list({ _sort: 'title', _after: cursor })).rejects.toMatchObject(invalid);
  });

  it.each([
    ['live', 'perhaps'],
    ['live', 1.5],
    ['tracks', true],
    ['tracks', 'many'],
    ['price', 'NaN.'],
    ['recordedAt', true],
    ['recordedAt', 1e300],
    ['createdAt', 'soon'],
  ])('with a value that no %s has (%s) is rejected, naming the parameter', async (sort, value) => {
    const cursor = encoded([`${sort},id`, [value, '0190a1b2-0000-7000-8000-000000000001']]);
    await expect(fixture.list({ _sort: sort, _after: cursor })).rejects.toMatchObject(invalid);
  });

  it('is not returned on the last page', async () => {
    expect((await fixture.list({ _end: 100 })).next).toBeUndefined();
  });
});
