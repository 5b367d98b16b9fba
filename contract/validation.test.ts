import { expect, test } from 'vitest';
import { exportQueryOf } from './resources/export-query.ts';
import { lendingLibrary } from './testing/lending-library.ts';
import { fieldError, fieldErrors } from './validation.ts';

test('an error calls fields by a readable name, and parameters as they are written', () => {
  expect(fieldError('publishedAt', 'errors.required').message).toBe('Published at is required');
  expect(fieldError('_after', 'errors.invalidCursor').message).toMatch(/^_after /);
});

test('an export of a field that there is not names it', () => {
  const parsed = exportQueryOf(lendingLibrary.books).safeParse({ _fields: `title,${'é'.repeat(300)}` });
  const [error] = fieldErrors(parsed.error?.issues ?? [])._fields ?? [];
  expect(error?.message).toBe(`${'é'.repeat(100)} is not known here`);
});
