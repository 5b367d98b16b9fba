import { expect, test } from 'vitest';
import { initials, nameProblem } from './user-name.ts';

test('a name is required, consists of letters and fits its column', () => {
  expect(nameProblem('')).toBe('common.name.required');
  expect(nameProblem('123')).toBe('common.name.invalid');
  expect(nameProblem('a'.repeat(256))).toBe('common.name.invalid');
  expect(nameProblem('آدا')).toBeUndefined();
});

test('initials are taken from the first and the last word', () => {
  expect(initials('ada king lovelace')).toBe('AL');
  expect(initials('Ada')).toBe('A');
  expect(initials('  ')).toBe('');
});
