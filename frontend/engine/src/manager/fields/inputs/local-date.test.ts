import { describe, expect, test } from 'vitest';
import { fromLocalDate, orderOfDate, toLocalDate } from './local-date.ts';

const languages = ['en', 'fr', 'ar', 'sw'] as const;
const read = (typed: string, language: (typeof languages)[number], withTime = false, isComplete = false) =>
  fromLocalDate(typed, { language, withTime, isComplete });

describe('a date', () => {
  test.each([
    ['en', '01/31/2027'],
    ['fr', '31/01/2027'],
    ['ar', '31/01/2027'],
    ['sw', '31/01/2027'],
  ] as const)('is written in %s as %s', (language, text) => {
    expect(toLocalDate('2027-01-31', language)).toBe(text);
  });

  test.each(languages)('is read in %s as it is written, on every day of a month', (language) => {
    for (let day = 1; day <= 29; day++) {
      const value = `2028-02-${String(day).padStart(2, '0')}`;
      expect(read(toLocalDate(value, language), language)).toBe(value);
    }
  });

  test.each([
    ['en', '1/31/2027'],
    ['en', '1-31-2027'],
    ['en', '01312027'],
    ['en', '2027-01-31'],
    ['fr', '31.1.2027'],
    ['fr', ' 31 01 2027 '],
    ['fr', '31012027'],
    ['fr', '2027/1/31'],
    ['ar', '٣١/١/٢٠٢٧'],
    ['ar', '\u200f31/1/2027'],
  ] as const)('is read in %s from "%s"', (language, typed) => {
    expect(read(typed, language)).toBe('2027-01-31');
  });

  test.each([
    ['en', '31/01/2027'],
    ['fr', '01/31/2027'],
    ['fr', '31/02/2027'],
    ['fr', '29/02/2027'],
    ['fr', '31/01'],
    ['fr', '31/01/027'],
    ['fr', '31/01/20270'],
    ['fr', '031/01/2027'],
    ['fr', '31/01/2027 10:00'],
    ['fr', '31 janvier 2027'],
    ['fr', '0/0/2027'],
    ['fr', ''],
    ['fr', '\u0000'],
    ['fr', '1'.repeat(255)],
  ] as const)('is none in %s: "%s"', (language, typed) => {
    expect(read(typed, language)).toBe('');
  });

  test('accepts a year of two digits once the input is complete', () => {
    expect(read('31/01/27', 'fr')).toBe('');
    expect(read('31/01/27', 'fr', false, true)).toBe('2027-01-31');
    expect(read('31/01/85', 'fr', false, true)).toBe('1985-01-31');
  });

  test.each(['', '12027-01-31', '2027-13-45', 'nonsense'])(
    'that is none, "%s", is written as it is',
    (value) => {
      expect(toLocalDate(value, 'en')).toBe(value);
    },
  );
});

describe('a date with a time', () => {
  test.each(languages)('is read in %s as it is written, at every hour', (language) => {
    for (let hour = 0; hour < 24; hour++) {
      const value = `2027-01-31T${String(hour).padStart(2, '0')}:05`;
      expect(read(toLocalDate(value, language), language, true)).toBe(value);
    }
  });

  test.each([
    ['en', '1/31/2027 1:30 PM'],
    ['en', '1/31/2027, 1:30pm'],
    ['en', '1/31/2027 13:30'],
    ['en', '2027-01-31T13:30'],
    ['fr', '31/01/2027 13:30'],
    ['fr', '31/01/2027 13 h 30'],
    ['fr', '31012027 1330'],
    ['ar', '٣١/١/٢٠٢٧ ١:٣٠ م'],
  ] as const)('is read in %s from "%s"', (language, typed) => {
    expect(read(typed, language, true)).toBe('2027-01-31T13:30');
  });

  test.each([
    '31/01/2027',
    '31/01/2027 24:00',
    '31/01/2027 13:60',
    '31/01/2027 13',
    '31/01/2027 1:3',
    '31/01/2027 13:30 x',
  ])('is none: "%s"', (typed) => {
    expect(read(typed, 'fr', true)).toBe('');
  });

  test('at midnight and noon is that of the half of the day', () => {
    expect(read('1/31/2027 12:05 AM', 'en', true)).toBe('2027-01-31T00:05');
    expect(read('1/31/2027 12:05 PM', 'en', true)).toBe('2027-01-31T12:05');
    expect(read('1/31/2027 0:05 AM', 'en', true)).toBe('');
  });
});

test.each([
  ['en', ['month', 'day', 'year']],
  ['fr', ['day', 'month', 'year']],
  ['ar', ['day', 'month', 'year']],
  ['sw', ['day', 'month', 'year']],
] as const)('the order of a date in %s is that of the hint in its empty field', (language, order) => {
  expect(orderOfDate(language)).toEqual(order);
});
