import { expect, test } from 'vitest';
import { shortLabel } from './labels.ts';

test('a label is truncated if it is too long for a question, and never within a character', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(shortLabel('Beloved')).toBe('Beloved');
  expect(shortLabel('x'.repeat(80))).toBe('x'.repeat(80));
  expect(shortLabel('x'.repeat(255))).toBe(`${'x'.repeat(79)}…`);
  expect(shortLabel(family.repeat(80))).toBe(family.repeat(80));
  expect(shortLabel(family.repeat(81))).toBe(`${family.repeat(79)}…`);
});
