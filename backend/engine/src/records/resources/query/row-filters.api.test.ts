import { matches } from '@bindery/contract/records/rows/matches.ts';
import { parseRowFilter } from '@bindery/contract/records/rows/parse-row-filter.ts';
import type { RowFilterConfig } from '@bindery/contract/schema/fields/computed.ts';
import {
  boolean,
  date,
  datetime,
  decimal,
  defineResources,
  integer,
  longText,
  reference,
  references,
  select,
  text,
} from '@bindery/contract/schema/index.ts';
import { anyText } from '@bindery/contract/testing/any-text.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createResourceFixture, type ResourceFixture } from '#backend/testing/resource-fixture.ts';
import type { RecordJson } from './projection.ts';
import { compileRowFilter } from './row-filters.ts';

const resources = defineResources({
  houses: { fields: { name: text() }, rights: { admin: ['read', 'create'] } },
  rooms: {
    fields: { name: text(), house: reference('houses') },
    rights: { admin: ['read', 'create'] },
  },
  shelves: {
    fields: { name: text(), room: integer(), owner: text(), place: reference('rooms') },
    rights: { admin: ['read', 'create'] },
  },
  tags: {
    fields: { name: text(), shelves: references('shelves') },
    rights: { admin: ['read', 'create'] },
  },
  works: {
    fields: {
      title: text(),
      notes: longText(),
      pages: integer(),
      views: integer({ max: 9_000_000_000_000_000 }),
      price: decimal({ precision: 30, scale: 6 }),
      day: date(),
      at: datetime(),
      live: boolean(),
      state: select(['open', 'done', 'Open']),
      shelf: reference('shelves'),
      tags: references('tags'),
    },
    rights: { admin: ['read', 'create'] },
  },
});

const texts = [
  'a',
  'A',
  'é',
  'e\u0301',
  'É',
  ' ',
  '%',
  '_',
  "'",
  '\\',
  '😀',
  'أحمد',
  'احمد',
  'null',
  'x'.repeat(200),
];
const wholes = [0, -0, 1, -1, 7, 2_147_483_647, -2_147_483_648];
const wides = [...wholes, 2_147_483_648, 8_999_999_999_999_999];
const decimals = [
  '0',
  '0.1',
  '0.10',
  '-0.1',
  '1.000001',
  '1.5',
  '12.50',
  '123456789012345678901234.123456',
  '-7',
];
const days = ['0001-01-01', '1999-12-31', '2027-01-31', '2028-02-29', '9999-12-31'];
const moments = [
  '0001-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '2027-01-31T12:00:00.000Z',
  '2027-01-31T12:00:00.001Z',
  '2027-01-31T14:00:00+02:00',
  '9999-12-31T23:59:59.999Z',
];

/** Makes every run try the same filters. */
const SEED = 11;

let fixture: ResourceFixture;
let works: readonly RecordJson[];
const shelves = new Map<string, RecordJson>();
/** All records that others refer to. */
const targets = new Map<string, RecordJson>();
const tags: string[] = [];

/** Adds records that combine every value with different others, and null with all of them. */
beforeAll(async () => {
  fixture = await createResourceFixture(resources, { name: 'works' });
  const add = async (resource: string, values: object) => {
    const record = await fixture.beside(resource).add({ ...values });
    targets.set(record.id, record);
    return record;
  };
  const house = await add('houses', { name: 'a' });
  const rooms = [
    await add('rooms', { name: 'a', house: house.id }),
    await add('rooms', { name: null, house: house.id }),
    await add('rooms', { name: 'A' }),
  ];
  for (const [index, name] of [...texts.slice(0, 5), null].entries()) {
    const place = rooms[index % 4]?.id ?? null;
    const shelf = await add('shelves', { name, room: index % 2 ? index : null, owner: name, place });
    shelves.set(shelf.id, shelf);
  }
  const [first, second, third] = [...shelves.keys()];
  for (const [name, on] of [
    ['a', [first, second]],
    ['é', [third]],
    [null, []],
  ] as const)
    tags.push((await add('tags', { name, shelves: on })).id);
  const at = <Value>(values: readonly Value[], index: number): Value | null =>
    index % (values.length + 1) === values.length ? null : values[index % (values.length + 1)]!;
  const added: RecordJson[] = [];
  for (let index = 0; index < 60; index++)
    added.push(
      await fixture.add({
        title: at(texts, index)?.trim() || null,
        notes: at(texts, index * 3),
        pages: at(wholes, index),
        views: at(wides, index * 2),
        price: at(decimals, index),
        day: at(days, index),
        at: at(moments, index),
        live: at([true, false], index),
        state: at(['open', 'done', 'Open'], index),
        shelf: at([...shelves.keys()], index),
        tags: tags.filter((_, position) => (index >> position) % 2 === 1),
      }),
    );
  works = added;
});
afterAll(() => fixture?.close());

const found = async (filter: RowFilterConfig) => {
  const { database } = fixture.service;
  const parsed = parseRowFilter(resources.works, filter);
  const statement = database.kysely
    .selectFrom('works as record')
    .select('record.id')
    .where(compileRowFilter(parsed, 'record'))
    .compile();
  const rows = await database.query<{ id: string }>({ ...statement, mode: 'unprepared', table: 'works' });
  const evaluated = works.filter((work) => {
    const result = matches(parsed, work, (_field, id) => targets.get(id) ?? null);
    if (result === undefined) throw new Error(`${JSON.stringify(filter)} is unknown of ${work.id}`);
    return result;
  });
  return { database: rows.map(({ id }) => id).toSorted(), memory: evaluated.map(({ id }) => id).toSorted() };
};

const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { freq: 5 });
const equality = <Value>(values: fc.Arbitrary<Value>) => {
  const value = orNull(values);
  return [
    value,
    fc.array(value, { maxLength: 4 }),
    fc.record({ ne: value }),
    fc.record({ in: fc.array(value, { maxLength: 4 }) }),
  ];
};
const order = <Value>(values: fc.Arbitrary<Value>) =>
  fc.record({ gt: values, gte: values, lt: values, lte: values }, { requiredKeys: [] });
const of = (name: string, operands: readonly fc.Arbitrary<unknown>[]) =>
  fc.oneof(...operands).map((operand): RowFilterConfig => ({ [name]: operand }));
const someText = fc.oneof(fc.constantFrom(...texts, 'a\0b', '\uD800'), anyText(10));
const number = fc.oneof(
  fc.constantFrom(...wides, 1.5, -0.1, 1e-7, 1e21, 3_000_000_000, Number.MAX_VALUE, Number.MIN_VALUE),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const decimalText = fc.oneof(
  fc.constantFrom(...decimals, '+1.5', '0012.5', '1.50000000000000000001'),
  number,
);
const moment = fc.oneof(fc.constantFrom(...moments, '2027-01-31T12:00:00.000999Z'), fc.constantFrom(...days));
const id = fc.oneof(
  fc.nat({ max: 6 }).map((index) => [...shelves.keys()][index] ?? 'no id'),
  fc.uuid(),
  fc.nat({ max: 5 }).map((index) => [...shelves.keys()][index]!.toUpperCase()),
);

const named = of('name', equality(someText));
const shelfFilter = fc.oneof(
  of('place', [named, of('house', [named]), of('not', [of('house', [named])])]),
  of('name', equality(someText)),
  of('id', equality(id)),
  of('room', [...equality(number), order(number)]),
  fc.record({ name: someText, room: orNull(number) }),
  of('not', [of('owner', equality(someText))]),
);

const workId = fc.oneof(
  fc.nat({ max: 9 }).map((index) => works[index]!.id),
  fc.nat({ max: 9 }).map((index) => works[index]!.id.toUpperCase()),
  id,
);

const tagId = fc.oneof(
  fc.nat({ max: 3 }).map((index) => tags[index] ?? 'no id'),
  fc.nat({ max: 2 }).map((index) => tags[index]!.toUpperCase()),
);
const someTag = of('some', [
  tagId,
  fc.array(tagId, { maxLength: 3 }),
  fc.constant({}),
  named,
  of('not', [named]),
  of('shelves', [of('some', [named, of('place', [of('house', [named])])])]),
]);

const { filter } = fc.letrec<{ filter: RowFilterConfig }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    of('id', equality(workId)),
    of('title', equality(someText)),
    of('notes', equality(someText)),
    of('pages', [...equality(number), order(number)]),
    of('views', [...equality(number), order(number)]),
    of('price', [...equality(decimalText), order(decimalText)]),
    of('day', [...equality(moment), order(moment)]),
    of('at', [...equality(moment), order(moment)]),
    of('live', equality(fc.boolean())),
    of('state', equality(fc.constantFrom('open', 'done', 'Open', 'OPEN'))),
    of('shelf', [...equality(id), shelfFilter]),
    of('tags', [someTag]),
    fc.record({ pages: number, live: fc.boolean() }),
    fc.array(tie('filter'), { maxLength: 3 }).map((parts): RowFilterConfig => ({ and: parts })),
    fc.array(tie('filter'), { maxLength: 3 }).map((parts): RowFilterConfig => ({ or: parts })),
    tie('filter').map((part): RowFilterConfig => ({ not: part })),
  ),
}));

describe('a row filter', () => {
  it('finds the same records in the database as in memory', async () => {
    await fc.assert(
      fc.asyncProperty(filter, async (generated) => {
        const { database, memory } = await found(generated);
        expect(database).toEqual(memory);
      }),
      { numRuns: 400, seed: SEED },
    );
  });

  it('and its opposite divide the records: none matches both or neither', async () => {
    await fc.assert(
      fc.asyncProperty(filter, async (generated) => {
        const [one, other] = [await found(generated), await found({ not: generated })];
        expect([...one.database, ...other.database].toSorted()).toEqual(works.map(({ id }) => id).toSorted());
      }),
      { numRuns: 100, seed: SEED },
    );
  });

  it.each([
    [{ title: 'A' }, 4],
    [{ title: null }, 7],
    [{ title: { ne: 'A' } }, 56],
    [{ pages: { gt: 2_147_483_646.5 } }, 7],
    [{ price: '0.100000' }, 12],
    [{ at: '2027-01-31T12:00:00Z' }, 17],
    [{ and: [] }, 60],
    [{ or: [] }, 0],
    [{ state: [] }, 0],
    [{ shelf: { name: 'é' } }, 9],
    [{ shelf: 'no id' }, 0],
    [{ shelf: { place: { house: { name: 'a' } } } }, 34],
    [{ tags: { some: {} } }, 52],
    [{ not: { tags: { some: {} } } }, 8],
    [{ tags: { some: { name: 'a' } } }, 30],
    [{ tags: { some: { shelves: { some: { place: { house: { name: 'a' } } } } } } }, 30],
    [{ tags: { some: [] } }, 0],
    [{ title: undefined }, 0],
  ])('finds what it says: %j', async (stated, total) => {
    const { database, memory } = await found(stated);
    expect(database).toEqual(memory);
    expect(memory).toHaveLength(total);
  });

  it('rejects a value of another type, instead of finding nothing', () => {
    const parse = (stated: RowFilterConfig) => parseRowFilter(resources.works, stated);
    expect(() => parse({ pages: '7' })).toThrow('pages is compared with "7", which is not an integer');
    expect(() => parse({ live: 'yes' })).toThrow(TypeError);
    expect(() => parse({ price: Number.NaN })).toThrow(TypeError);
    expect(() => parse({ at: 'soon' })).toThrow(TypeError);
    expect(() => parse({ constructor: 1 })).toThrow('works has no field constructor');
  });
});
