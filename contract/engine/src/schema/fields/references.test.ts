import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinValues, splitValues } from './references.ts';

const values = fc.array(
  fc
    .array(fc.constantFrom(';', '\\', ' ', 'a', 'ü', 'م', '🦉', '"', ',', '\n', "'"))
    .map((letters) => letters.join('').trim())
    .filter((text) => text !== ''),
);

it('several values are unchanged after a round trip through one cell', () => {
  fc.assert(
    fc.property(values, (given) => {
      expect(splitValues(joinValues(given) ?? '')).toEqual(given);
    }),
  );
});

it('a cell that a user has typed has its values between semicolons, with or without spaces', () => {
  expect(splitValues('fiction;poetry ;  essays; ')).toEqual(['fiction', 'poetry', 'essays']);
  expect(splitValues('a\\;b; c\\')).toEqual(['a;b', 'c\\']);
  expect(splitValues(' ; ')).toEqual([]);
});

it('no values are an empty cell', () => {
  expect(joinValues([])).toBeNull();
  expect(joinValues(['a;b', 'c\\d'])).toBe('a\\;b; c\\\\d');
});
