import { describe, expect, it } from 'vitest';
import { check } from './check.ts';
import { date, datetime, decimal, type Entries, integer, text } from './index.ts';

function problems(fields: object, rights: object = { admin: ['read'] }): string[] {
  const entries: Record<string, unknown> = { stays: { fields, rights } };
  return check(entries as Entries).map(({ key, problem }) => `${key}: ${problem}`);
}

const arrival = date();
const departure = (options: object) => ({ arrival, departure: date(options) });

describe('a constraint between two fields', () => {
  it('names a field with values of the same type', () => {
    expect(problems(departure({ gt: 'arrival' }))).toEqual([]);
    expect(problems({ beds: integer(), used: decimal({ lte: 'beds' }) })).toEqual([]);
    expect(problems(departure({ gt: 'arival' }))).toEqual([
      'fields.departure.gt: is unknown; did you mean "arrival"?',
    ]);
    expect(problems({ ...departure({ gt: 'name' }), name: text() })).toEqual([
      'fields.departure.gt: must name another field of the type date: arrival',
    ]);
    expect(problems({ ...departure({}), at: datetime({ lt: 'arrival' }) })).toEqual([
      'fields.at.lt: must name another field of the type datetime, and there is none',
    ]);
    expect(problems({ name: text(), used: integer({ lte: 'used' }) })).toEqual([
      'fields.used.lte: must name another field of the type integer, and there is none',
    ]);
  });

  it.each(['constructor', '__proto__', '', 'used', 7])('accepts no other name: %j', (gt) => {
    expect(problems({ ...departure({ gt }), used: integer() })).toHaveLength(1);
  });

  it('requires fields that users write', () => {
    expect(problems({ beds: integer(), used: integer({ computed: '{beds}', lte: 'beds' }) })).toEqual([
      'fields.used.lte: cannot be: a computed field is never written',
    ]);
    expect(problems({ beds: integer({ computed: '1' }), used: integer({ lte: 'beds' }) })).toEqual([
      'fields.used.lte: must name another field of the type integer, and there is none',
    ]);
  });

  it('does not contradict the constraint of the other field', () => {
    expect(problems({ from: date({ lt: 'until' }), until: date({ gte: 'from' }) })).toEqual([]);
    expect(problems({ from: date({ gt: 'until' }), until: date({ gte: 'from' }) })).toEqual([
      'fields.from.gt: contradicts the constraint of until on from',
      'fields.until.gte: contradicts the constraint of from on until',
    ]);
  });

  it('does not reveal a field to roles that may not read it', () => {
    const rights = { admin: ['read', 'update'], user: ['read', 'update'] };
    const hidden = date({ readBy: ['admin'] });
    const reported = 'would reveal to user and public a field that they may not read';
    expect(problems({ arrival: hidden, departure: date({ gt: 'arrival' }) }, rights)).toEqual([
      `fields.departure.gt: ${reported}`,
    ]);
    expect(problems({ arrival, departure: date({ readBy: ['admin'], gt: 'arrival' }) }, rights)).toEqual([
      `fields.departure.gt: ${reported}`,
    ]);
    const written = date({ writeBy: ['admin'] });
    expect(
      problems({ arrival: hidden, departure: date({ writeBy: ['admin'], gt: 'arrival' }) }, rights),
    ).toEqual([]);
    expect(
      problems({ arrival: written, departure: date({ readBy: ['admin'], gt: 'arrival' }) }, rights),
    ).toEqual([]);
  });
});
