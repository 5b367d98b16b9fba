import { expect, test } from 'vitest';
import { westernDigits } from './digits.ts';

test('Arabic and Persian digits are taken for the numbers they are', () => {
  expect(westernDigits('١٢٫٥')).toBe('12.5');
  expect(westernDigits('۳۴')).toBe('34');
});

test('everything else stays as it was typed', () => {
  expect(westernDigits('-12.5 kg')).toBe('-12.5 kg');
});
