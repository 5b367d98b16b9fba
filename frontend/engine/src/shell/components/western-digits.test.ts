import { expect, test } from 'vitest';
import { westernDigits } from './western-digits.ts';

test('Arabic and Persian digits are converted to Western digits', () => {
  expect(westernDigits('١٢٫٥')).toBe('12.5');
  expect(westernDigits('۳۴')).toBe('34');
});

test('all other characters are unchanged', () => {
  expect(westernDigits('-12.5 kg')).toBe('-12.5 kg');
});
