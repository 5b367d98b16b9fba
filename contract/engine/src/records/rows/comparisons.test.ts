import { describe, expect, it } from 'vitest';
import {
  date,
  datetime,
  decimal,
  defineResources,
  integer,
  type Resource,
  select,
} from '#contract/schema/index.ts';
import { comparisonError } from './comparisons.ts';

const { stays }: { stays: Resource } = defineResources({
  stays: {
    fields: {
      arrival: date(),
      departure: date({ gt: 'arrival', lte: 'latest' }),
      latest: date(),
      calledAt: datetime(),
      wokenAt: datetime({ gte: 'calledAt' }),
      price: decimal({ precision: 30, scale: 10 }),
      deposit: decimal({ precision: 30, scale: 2, lt: 'price' }),
      rooms: integer({ lte: 'price' }),
      state: select(['open']),
    },
    rights: {},
  },
});

const errorOf = (name: string, values: Record<string, unknown>) =>
  comparisonError(stays, stays.fields[name]!, values)?.message;

describe('a field with a constraint on another field', () => {
  it('accepts a value on the correct side of the other one', () => {
    expect(errorOf('departure', { arrival: '2027-01-31', departure: '2027-02-01' })).toBeUndefined();
    expect(errorOf('departure', { arrival: '2027-01-31', departure: '2027-01-31' })).toBe(
      'Departure must be after arrival',
    );
    expect(errorOf('departure', { latest: '2027-01-31', departure: '2027-02-01' })).toBe(
      'Departure must not be after latest',
    );
    expect(errorOf('rooms', { price: '2.5', rooms: 3 })).toBe('Rooms must not be more than price');
  });

  it('reports the first of several errors, and none if a value is missing', () => {
    const values = { arrival: '2027-03-01', departure: '2027-02-01', latest: '2027-01-31' };
    expect(errorOf('departure', values)).toBe('Departure must be after arrival');
    for (const empty of [null, undefined]) {
      expect(errorOf('departure', { ...values, departure: empty })).toBeUndefined();
      expect(errorOf('departure', { ...values, arrival: empty, latest: empty })).toBeUndefined();
    }
    expect(errorOf('arrival', values)).toBeUndefined();
  });

  it('compares timestamps in any time zone, and numbers to the last digit', () => {
    const calledAt = '2027-01-31T12:00:00.000Z';
    expect(errorOf('wokenAt', { calledAt, wokenAt: '2027-01-31T15:00:00+03:00' })).toBeUndefined();
    expect(errorOf('wokenAt', { calledAt, wokenAt: '2027-01-31T12:00:00+03:00' })).toBe(
      'Woken at must not be before calledAt',
    );
    const price = '12345678901234567890.0000000001';
    expect(errorOf('deposit', { price, deposit: '12345678901234567890.00' })).toBeUndefined();
    expect(errorOf('deposit', { price: '-1', deposit: '-1.00' })).toBe('Deposit must be less than price');
  });

  it.each(['soon', '', 7, {}, [], true, '2027-02-30T99', '\0'])(
    'leaves an invalid value to the check of its kind: %j',
    (departure) => {
      expect(errorOf('departure', { arrival: '2027-01-31', departure })).toBeUndefined();
      expect(errorOf('departure', { arrival: departure, departure: '2027-01-31' })).toBeUndefined();
    },
  );
});
