import { expect, test } from 'vitest';
import { fromLocalNumber, toLocalNumber } from './local-number.ts';

test.each([
  ['fr', '12,50', '12.50'],
  ['fr', '1 234,5', '1234.5'],
  ['fr', '1\u202f234\u00a0567', '1234567'],
  ['fr', '12.5', '12.5'],
  ['en', '1,234.5', '1234.5'],
  ['en', '-12.5', '-12.5'],
  ['ar', '١٢٫٥', '12.5'],
  ['ar', '١٬٢٣٤٫٥', '1234.5'],
  ['ar', '12.5', '12.5'],
  ['sw', '12.5', '12.5'],
  ['en', '', ''],
])('in %s, %s is %s', (language, typed, plain) => {
  expect(fromLocalNumber(typed, language)).toBe(plain);
});

test.each([
  ['en', '12,5'],
  ['en', '1,23,4'],
  ['fr', '1,2,3'],
  ['en', '12.5 kg'],
  ['ar', 'كتاب'],
])('in %s, %s is not a number, and is unchanged', (language, typed) => {
  expect(fromLocalNumber(typed, language)).toBe(typed);
});

test.each(['en', 'fr', 'ar', 'sw'])('in %s, a number is read as written, to the last digit', (language) => {
  for (const plain of ['12.50', '-0.001', '9007199254740993.10', '0'])
    expect(fromLocalNumber(toLocalNumber(plain, language), language)).toBe(plain);
});

test('French writes a comma', () => {
  expect(toLocalNumber('12.50', 'fr')).toBe('12,50');
  expect(toLocalNumber('many', 'fr')).toBe('many');
});
