import { expect, test } from 'vitest';
import { dayOf, endOfDay, startOfDay, timestampFromInput, timestampToInput } from './timestamp.ts';

test('a timestamp survives the conversion to an input value and back, to the minute', () => {
  const timestamp = '2027-01-31T12:34:00.000Z';
  expect(timestampFromInput(timestampToInput(timestamp))).toBe(timestamp);
});

test('a day lasts from its first to its last millisecond', () => {
  expect(dayOf(startOfDay('2027-01-31'))).toBe('2027-01-31');
  expect(dayOf(endOfDay('2027-01-31'))).toBe('2027-01-31');
  expect(Date.parse(endOfDay('2027-01-31')) - Date.parse(startOfDay('2027-01-31'))).toBe(86_399_999);
});

test('an invalid timestamp has no day', () => {
  expect(dayOf('yesterday')).toBe('');
});
