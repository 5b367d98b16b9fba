import { comparisonError } from '@bindery/contract/records/rows/comparisons.ts';
import {
  date,
  datetime,
  decimal,
  defineResources,
  image,
  integer,
  type ResourceField,
  select,
  text,
} from '@bindery/contract/schema/index.ts';
import { clinic } from '@bindery/contract/testing/clinic.ts';
import { printShop } from '@bindery/contract/testing/print-shop.ts';
import { describe, expect, it } from 'vitest';
import { makeRecords } from './make-records.ts';

const BATCH = {
  first: 0,
  count: 20,
  seed: '1',
  isNasty: false,
  until: new Date('2027-01-31'),
  ids: new Map(),
  files: new Map(),
};
const valuesOf = (batch: Parameters<typeof makeRecords>[0]) =>
  makeRecords(batch).map(({ values, createdAt }) => ({ ...values, createdAt }));

describe('generated values', () => {
  const { customers } = printShop;

  it('are the same for the same seed and number, and different for others', () => {
    const all = valuesOf({ ...BATCH, resource: customers });
    expect(valuesOf({ ...BATCH, resource: customers })).toEqual(all);
    expect(valuesOf({ ...BATCH, resource: customers, first: 5, count: 3 })).toEqual(all.slice(5, 8));
    expect(valuesOf({ ...BATCH, resource: customers, seed: '2' })).not.toEqual(all);
  });

  it('of users may be empty if sign-in has no column that needs them', () => {
    const made = valuesOf({ ...BATCH, resource: clinic.users }) as Record<string, unknown>[];
    expect(new Set(made.map(({ clinic: where, photo }) => where ?? photo))).toEqual(new Set([null]));
    expect(made.every(({ email, level }) => email && level)).toBe(true);
    expect(made.some(({ phone }) => phone === null) && made.some(({ phone }) => phone)).toBe(true);
  });

  it('fit into few digits, even if the name suggests large numbers', () => {
    const { items } = defineResources({
      items: {
        fields: { name: text(), price: decimal({ precision: 3, scale: 3 }) },
        rights: { admin: ['read'] },
      },
    });
    const made = valuesOf({ ...BATCH, resource: items! }) as { price?: unknown }[];
    const prices = made.map(({ price }) => Number(price));
    expect(new Set(prices).size).toBeGreaterThan(10);
    expect(Math.max(...prices)).toBeLessThan(1);
  });

  it('omit computed fields, and fields that do not apply', () => {
    for (const record of valuesOf({ ...BATCH, resource: customers }))
      expect(record).not.toHaveProperty('name');
    const { works } = defineResources({
      works: {
        fields: {
          kind: select(['novel', 'essay'], { required: true }),
          plot: text({ required: true, when: { kind: ['novel'] } }),
        },
        rights: {},
      },
    });
    const made = valuesOf({ ...BATCH, resource: works }) as { kind?: unknown; plot?: unknown }[];
    expect(new Set(made.map(({ kind }) => kind)).size).toBe(2);
    for (const { kind, plot } of made) expect(typeof plot).toBe(kind === 'novel' ? 'string' : 'object');
  });

  it('satisfy the comparisons of the entry, even narrow ones', () => {
    const { stays } = defineResources({
      stays: {
        fields: {
          arrival: date({ required: true }),
          departure: date({ required: true, gt: 'arrival' }),
          calledAt: datetime({ lt: 'wokenAt' }),
          wokenAt: datetime(),
          beds: integer({ required: true, min: 1, max: 3 }),
          guests: integer({ required: true, min: 1, max: 3, lte: 'beds' }),
          pillows: decimal({ max: 3, gt: 'beds' }),
        },
        rights: {},
      },
    });
    const made = makeRecords({ ...BATCH, count: 200, resource: stays });
    const fields = Object.values<ResourceField>(stays.fields);
    const errors = made.flatMap(({ values }) =>
      fields.flatMap((field) => comparisonError(stays, field, values)?.message ?? []),
    );
    expect(errors).toEqual([]);
    expect(made.every(({ values }) => values.departure && values.guests)).toBe(true);
    const pillowsOf = (wanted: number) =>
      made.filter(({ values }) => values.beds === wanted && values.pillows);
    expect([pillowsOf(2).length > 0, pillowsOf(3).length]).toEqual([true, 0]);
  });

  it('contain unusual texts on request', () => {
    const { notes } = defineResources({ notes: { fields: { title: text({ required: true }) }, rights: {} } });
    const titles = makeRecords({ ...BATCH, count: 200, resource: notes, isNasty: true }).map(
      ({ values }) => values.title,
    );
    expect(titles).toEqual(expect.arrayContaining(['W'.repeat(255), '__proto__']));
    expect(titles.some((title) => /\p{Script=Arabic}/u.test(String(title)))).toBe(true);
  });

  it('cannot fill a required file field without a possible file', () => {
    const { pages } = defineResources({
      pages: { fields: { name: text(), scan: image({ required: true }) }, rights: {} },
    });
    expect(() => makeRecords({ ...BATCH, resource: pages })).toThrow(
      'pages.scan needs a file that its rules allow; write backend/extensions/pages/seed.ts instead.',
    );
  });
});
