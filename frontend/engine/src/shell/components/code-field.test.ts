import { expect, test } from 'vitest';
import { codeProblem, normaliseCode } from './code-field.tsx';

test.each([
  ['typed digits', '123456', '123456'],
  ['digits with spaces', ' 123 456 ', '123456'],
  ['digits with a hyphen', '123-456', '123456'],
  ['Arabic-Indic digits', '١٢٣٤٥٦', '123456'],
  ['Persian digits', '۱۲۳۴۵۶', '123456'],
  ['more than six digits', '12345678', '123456'],
  ['letters', 'abc12', '12'],
])('accepts up to six digits, as 0–9, of %s', (_, entered, code) => {
  expect(normaliseCode(entered)).toBe(code);
});

test('a code is required and has six digits', () => {
  expect(codeProblem('')).toBe('common.code.required');
  expect(codeProblem('12345')).toBe('common.code.length');
  expect(codeProblem('123456')).toBeUndefined();
});
