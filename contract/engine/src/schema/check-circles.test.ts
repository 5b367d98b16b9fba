import { describe, expect, it } from 'vitest';
import { defineResources, type Resources, reference, text } from './index.ts';

const rights = { admin: ['read'] } as const;
const name = text({ required: true });
const required = (to: 'cities' | 'countries' | 'ones' | 'parts' | 'threes' | 'twos') =>
  reference(to, { required: true });

/** Defines entries that the types would reject. */
const defineUnchecked = defineResources as (entries: object) => Resources;

const configErrors = (entries: object): string[] => {
  try {
    defineUnchecked(entries);
  } catch (error) {
    return (error as Error).message.split('\n').slice(1);
  }
  return [];
};

describe('required references', () => {
  it('cannot lead from a resource to itself', () => {
    expect(configErrors({ parts: { fields: { name, whole: required('parts') }, rights } })).toEqual([
      '  parts.fields.whole: "parts" is a required reference of a resource to itself: no first record could be created; make it optional',
    ]);
  });

  it('cannot form a cycle, which is reported in one line with its whole path', () => {
    const lines = configErrors({
      cities: { singular: 'city', fields: { name, country: required('countries') }, rights },
      countries: { fields: { name, capital: required('cities') }, rights },
      streets: { fields: { name, city: required('cities') }, rights },
    });
    expect(lines).toEqual([
      '  cities.fields.country: "countries" is part of a circle of required references (cities.country → countries.capital): no first record could be created; make one of them optional',
    ]);
  });

  it('are reported on one line per cycle', () => {
    const lines = configErrors({
      ones: { fields: { two: required('twos'), own: required('ones') }, rights },
      twos: { fields: { three: required('threes') }, rights },
      threes: { fields: { one: required('ones') }, rights },
    });
    expect(lines).toHaveLength(2);
  });

  it('may form a cycle if one of them is optional', () => {
    const entries = {
      cities: { singular: 'city', fields: { name, country: required('countries') }, rights },
      countries: { fields: { name, capital: reference('cities'), within: reference('countries') }, rights },
    };
    expect(configErrors(entries)).toEqual([]);
  });
});
