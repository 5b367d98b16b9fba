import { lendingLibrary as resources } from '@bindery/contract/testing/lending-library.ts';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { actorWith } from '#backend/testing/actors.ts';
import { isInUse, toApiError } from './database-errors.ts';

const books: Parameters<typeof toApiError>[1] = {
  resource: resources.books,
  actor: actorWith(),
};
const failure = (details: object, message = 'rejected') => Object.assign(new Error(message), details);

describe('a database error', () => {
  it.each([
    [
      { code: '23505', constraint: 'books_title_author_folded_unique' },
      'CONFLICT',
      { title: 'errors.uniqueTogether' },
    ],
    [{ code: '23505', constraint: 'books_pkey' }, 'CONFLICT', {}],
    [
      { code: '23503', constraint: 'books_genre_id_foreign' },
      'INVALID',
      { genre: 'errors.referenceNotFound' },
    ],
    [{ code: '23502', column: 'author' }, 'INVALID', { author: 'errors.required' }],
    [{ code: '22021' }, 'INVALID', {}],
    [{ code: '54000' }, 'INVALID', {}],
    [{ code: '40P01' }, 'UNAVAILABLE', {}],
    [{ code: '57P01' }, 'UNAVAILABLE', {}],
    [{ code: 'ECONNREFUSED' }, 'UNAVAILABLE', {}],
    [{ code: '55P03' }, 'UNAVAILABLE', {}],
    [{ code: '57014' }, 'UNAVAILABLE', {}],
    [{ code: '53100' }, 'STORAGE_FULL', {}],
  ])('%j means %s', (details, code, fields) => {
    const meaning = toApiError(failure(details), books) as ApiError;
    expect(meaning.code).toBe(code);
    const keys = Object.entries(meaning.details.errors ?? {}).map(([name, [error]]) => [name, error?.key]);
    expect(Object.fromEntries(keys)).toEqual(fields);
  });

  it('without a code means that the pool cannot reach the server', () => {
    const error = failure({}, 'timeout exceeded when trying to connect');
    expect(toApiError(error, books)).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('that is a bug is not converted', () => {
    for (const error of [failure({ code: '42703' }), new TypeError('x is undefined'), 'thrown'])
      expect(toApiError(error, books)).toBe(error);
  });

  it('is not converted if it is already an ApiError', () => {
    const rejection = new ApiError('FORBIDDEN');
    expect(toApiError(rejection, books)).toBe(rejection);
  });

  it.each(['23503', '23001'])('%s means on deletion that the record is in use', (code) => {
    expect(isInUse(failure({ code }))).toBe(true);
    expect(isInUse(failure({ code: '23505' }))).toBe(false);
  });
});
