import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as words from '#contract/schema/index.ts';
import { listQueryOf } from './list-query.ts';
import { schemasOf } from './schemas.ts';

const {
  boolean,
  date,
  datetime,
  decimal,
  defineResources,
  email,
  integer,
  longText,
  reference,
  select,
  text,
  url,
} = words;

/** A pattern with catastrophic backtracking: 30 characters without a match take practically forever. */
const EXPONENTIAL = /^(a+)+$/;

const { things } = defineResources({
  things: {
    fields: {
      text: text({ search: true }),
      longText: longText({ search: true }),
      integer: integer(),
      decimal: decimal({ precision: 100, scale: 50 }),
      boolean: boolean(),
      date: date(),
      datetime: datetime(),
      select: select(['a', 'b']),
      email: email(),
      url: url(),
      reference: reference('things'),
      short: text({ max: 20, pattern: EXPONENTIAL }),
      long: longText({ max: 20, pattern: EXPONENTIAL }),
    },
    label: 'text',
    rights: {},
  },
});
const { update, item } = schemasOf(things);
const query = listQueryOf(things);
const names = Object.keys(things.fields);

const LENGTH = 98_000;
const repeated = (part: string, end = '') => part.repeat(LENGTH / part.length) + end;
const LONG = [
  ...[
    repeated('0'),
    repeated('0', 'x'),
    repeated('0', '.'),
    `0.${repeated('0', 'x')}`,
    `1.${repeated('01')}`,
  ],
  ...[repeated('-'), `x${repeated(' ')}y`, repeated('a', '!'), repeated('a@', '!')],
  ...[`a@${repeated('a.')}`, `a@${repeated('a-', '.')}`, `http://${repeated('a.')}`, repeated('http://')],
  ...[repeated('2026-01-01'), `2026-01-01T00:00:00.${repeated('0')}Z`, repeated('aaaa-'), repeated('\u0301')],
];

describe('a text of 98,000 characters', () => {
  it.each(names)('is checked at once in a field of any kind: %s', (name) => {
    const start = performance.now();
    for (const given of LONG) {
      expect(update.safeParse({ [name]: given }).success).toBe(false);
      query.safeParse({ [name]: given });
      query.safeParse({ [`${name}_gte`]: given });
    }
    // Anything slower than linear takes seconds for a single kind.
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it.each(['short', 'long'])('never reaches the pattern of an entry: %s', (name) => {
    const start = performance.now();
    expect(update.safeParse({ [name]: `${'a'.repeat(40)}!` }).success).toBe(false);
    expect(update.safeParse({ [name]: 'aaa' }).success).toBe(true);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('a decimal', () => {
  const { items } = defineResources({ items: { fields: { price: decimal() }, label: 'price', rights: {} } });
  const parsed = (price: string) => schemasOf(items).update.safeParse({ price }).data?.price;

  it.each([
    ['7.5', '7.50'],
    ['0007.5000', '7.50'],
    ['+7.', '7.00'],
    ['-0.00', '0.00'],
    ['000', '0.00'],
    [' 12 ', '12.00'],
    ['-0010.10', '-10.10'],
    ['7.501', undefined],
    ['.5', '0.50'],
    ['', null],
    ['1e3', undefined],
    ['12345678901', undefined],
  ])('is read exactly: %s', (given, expected) => {
    expect(parsed(given)).toBe(expected);
  });
});

it('days and timestamps still have their formats in the JSON schema', () => {
  const described = z.toJSONSchema(update, { io: 'input', unrepresentable: 'any' });
  expect(JSON.stringify(described)).toContain('"format":"date"');
  expect(JSON.stringify(described)).toContain('"format":"date-time"');
  expect(item.safeParse({}).success).toBe(false);
});
