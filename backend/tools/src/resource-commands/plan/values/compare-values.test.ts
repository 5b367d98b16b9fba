import {
  date,
  decimal,
  defineResources,
  image,
  integer,
  reference,
  select,
  text,
  today,
} from '@bindery/contract/schema/index.ts';
import type { RowCondition } from '@bindery/contract/schema/where.ts';
import { expect, test } from 'vitest';
import { users } from '../testing/users-entry.ts';
import { compareValues } from './compare-values.ts';

const config = (fields: object = {}, more: object = {}): Resources =>
  defineResources({
    loans: {
      fields: { title: text(), kind: select(['book', 'film']), price: integer(), ...fields },
      rights: { admin: ['read', 'create'] },
      ...more,
    },
    users,
  });

type Resources = Parameters<typeof compareValues>[0]['before'];

const told = (before: Resources, after: Resources) =>
  compareValues({ before, after }).map(({ what, verdict }) => `${what}: ${verdict}`);
const plain = config();

test('a config does not differ from itself, and new fields and resources are not reported', () => {
  expect(told(plain, plain)).toEqual([]);
  expect(told(plain, config({ isbn: text({ when: { kind: ['book'] } }) }))).toEqual([]);
  expect(compareValues({ before: {}, after: plain })).toEqual([]);
});

test('a label is reported as its template; a renamed field in it is not a change', () => {
  expect(told(plain, config({}, { label: '{title} – {price}' }))).toEqual([
    'loans: label "title" → "{title} – {price}": review',
  ]);
  const before = config({}, { label: '{title} – {price}' });
  const renamed = defineResources({
    loans: {
      fields: { name: text({ was: 'title' }), kind: select(['book', 'film']), price: integer() },
      label: '{name} – {price}',
      rights: { admin: ['read', 'create'] },
    },
    users,
  });
  expect(told(before, renamed)).toEqual([]);
});

test('conditions for visible and required fields are reported', () => {
  const isbn = (options: object) => config({ isbn: text(options) });
  const book = { when: { kind: ['book'] } };
  expect(told(isbn({}), isbn(book))).toEqual(['loans.isbn: applies only where { kind: ["book"] }: breaking']);
  expect(told(isbn(book), isbn({}))).toEqual([
    'loans.isbn: applies always, and not only where { kind: ["book"] }: safe',
  ]);
  expect(told(isbn(book), isbn({ when: { kind: ['film', 'book'] } }))).toEqual([
    'loans.isbn: applies only where { kind: ["film", "book"] }, and not where { kind: ["book"] }: review',
  ]);
  expect(told(isbn(book), isbn({ ...book, required: true }))).toEqual([
    'loans.isbn: is required where it applies: breaking',
  ]);
  expect(told(isbn({ ...book, required: true }), isbn(book))).toEqual([
    'loans.isbn: is no longer required where it applies: safe',
  ]);
});

test('bounds without a keyword in the OpenAPI document, and dynamic defaults, are reported', () => {
  expect(
    told(config({ on: date({ min: '2020-01-01' }) }), config({ on: date({ max: '2030-01-01' }) })),
  ).toEqual(['loans.on: min "2020-01-01" → none: safe', 'loans.on: max none → "2030-01-01": breaking']);
  expect(
    told(config({ on: date({ default: '2027-01-31' }) }), config({ on: date({ default: today }) })),
  ).toEqual(['loans.on: default "2027-01-31" → today: review']);
  expect(told(config({ fee: decimal({ min: 1 }) }), config({ fee: decimal({ min: 2 }) }))).toEqual([
    'loans.fee: min 1 → 2: breaking',
  ]);
  expect(told(config({ cover: image({ maxMB: 2 }) }), config({ cover: image({ maxMB: 1 }) }))).toEqual([
    'loans.cover: maxMB 2 → 1: breaking',
  ]);
});

test('the computation of a field is reported with its expression, its records or the code of its function', () => {
  const total = (computed: unknown) => config({ total: integer({ computed } as object) });
  expect(told(total('{price} * 2'), total('{price}  * 2'))).toEqual([]);
  expect(told(total('{price} * 2'), total('{price} * 3'))).toEqual([
    'loans.total: is computed from {price} * 3, and not from {price} * 2: review',
  ]);
  expect(told(config({ total: integer() }), total('{price}'))).toEqual([
    'loans.total: is computed from {price}, and not from nothing, it was written: review',
  ]);
  expect(told(total('{price}'), config({ total: integer() }))).toEqual([
    'loans.total: is written, and not computed from {price}: review',
  ]);
  const once = total({ from: ['price'], value: ({ price }: { price: number }) => price });
  const twice = total({ from: ['price'], value: ({ price }: { price: number }) => price * 2 });
  expect(told(once, once)).toEqual([]);
  expect(told(once, twice)[0]).toMatch(/^loans\.total: is computed from \["price"\] by .+price \* 2/);
  const counted = (limit: { where?: RowCondition }) =>
    defineResources({
      loans: {
        fields: {
          title: text(),
          lines: integer({ computed: { count: 'lines', through: 'loan', ...limit } }),
        },
        rights: {},
      },
      lines: { fields: { loan: reference('loans'), on: date() }, rights: {} },
      users,
    });
  expect(told(counted({}), counted({ where: { on: { lt: today } } }))).toEqual([
    'loans.lines: is computed from count of lines through loan where { on: { lt: today } }, and not from count of lines through loan: review',
  ]);
});

test('comparisons of a field are reported: a new one may reject values that were accepted', () => {
  const dates = (options: object) => config({ lentOn: date(), dueOn: date(options) });
  expect(told(dates({}), dates({ gte: 'lentOn' }))).toEqual(['loans.dueOn: gte none → "lentOn": breaking']);
  expect(told(dates({ gte: 'lentOn' }), dates({ gt: 'lentOn' }))).toEqual([
    'loans.dueOn: gt none → "lentOn": breaking',
    'loans.dueOn: gte "lentOn" → none: safe',
  ]);
});
