import { productResources } from '@bindery/contract/api/product.ts';
import { describe, expect, it } from 'vitest';
import { readCounts } from './seed.ts';

const resources = productResources();
const names = Object.keys(resources);

describe('npm run bindery seed', () => {
  it('takes numbers of records by resource', () => {
    expect(readCounts(['users=12'], resources)).toEqual({ users: 12 });
  });

  it.each([
    [['usrs=1'], 'The resource "usrs" is unknown; did you mean "users"?'],
    [['constructor=1'], 'The resource "constructor" is unknown'],
    [['users=0'], 'users=0: the number must be an integer from 1 to 10000000.'],
    [['users=1e3'], 'users=1e3: the number must be'],
    [['users=-1'], 'users=-1: the number must be'],
    [['users='], 'users=: the number must be'],
    [['users=1', 'users=2'], 'users is given twice.'],
    [['users'], 'users is unknown.'],
    [[], `State how many records of which resources: ${names.join(', ')}.`],
  ])('rejects %s', (given, complaint) => {
    expect(() => readCounts(given, resources)).toThrow(complaint);
  });
});
