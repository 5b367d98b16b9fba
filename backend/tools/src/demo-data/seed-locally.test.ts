import { productResources } from '@bindery/contract/api/product.ts';
import { describe, expect, it } from 'vitest';
import { readSeedOptions } from './seed-locally.ts';

const resources = productResources();

const read = (...given: string[]) => readSeedOptions(given, resources);

describe('npm run bindery seed', () => {
  it('takes numbers of records by resource, a seed, and whether texts are nasty', () => {
    expect(read('users=12', '--nasty', '--seed', '7')).toEqual({
      counts: { users: 12 },
      seed: '7',
      isNasty: true,
    });
    expect(read('users=12')).toEqual({ counts: { users: 12 }, seed: '1', isNasty: false });
  });

  it.each([
    [['usrs=1'], 'usrs is unknown; did you mean "users"?'],
    [['constructor=1'], 'constructor is unknown'],
    [['users=0'], 'users=0: the number must be a whole one from 1 to 10000000.'],
    [['users=1e3'], 'users=1e3: the number must be'],
    [['users=-1'], 'users=-1: the number must be'],
    [['users='], 'users=: the number must be'],
    [['users=1', 'users=2'], 'users is there twice.'],
    [['--nsty'], '--nsty is unknown.'],
    [['--seed'], '--seed needs a text after it'],
    [[], `Say how many records of which resources: npm run bindery seed ${Object.keys(resources)[0]}=10000`],
  ])('refuses %s', (given, complaint) => {
    expect(() => read(...given)).toThrow(complaint);
  });
});
