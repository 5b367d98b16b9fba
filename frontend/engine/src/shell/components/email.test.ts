import { expect, test } from 'vitest';
import { emailProblem } from './email.ts';

test('an email address is required and has the form of one', () => {
  expect(emailProblem('')).toBe('common.email.required');
  for (const invalid of [
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a b@example.com',
    'ada@@example.com',
  ]) {
    expect(emailProblem(invalid), invalid).toBe('common.email.invalid');
  }
  for (const right of ['ada@example.com', 'ada.king+books@mail.example.co.ke']) {
    expect(emailProblem(right), right).toBeUndefined();
  }
});
