import { expect, test } from 'vitest';
import { HttpError } from './http-error.ts';

test('an HttpError carries status, text and body, and exposes the first error of each field', () => {
  const body = {
    code: 'INVALID',
    message: 'The request is not valid',
    requestId: 'r1',
    errors: { title: [{ key: 'errors.required', message: 'Title is required' }], author: [] },
  };
  const error = new HttpError({ status: 400, statusText: 'Bad Request', body });
  expect(error).toMatchObject({
    message: 'The request is not valid',
    code: 'INVALID',
    status: 400,
    statusCode: 400,
    statusText: 'Bad Request',
    body,
    errors: { title: { key: 'errors.required', message: 'Title is required' } },
  });
  expect(error.errors).not.toHaveProperty('author');
});

test('a response without an error code is UNKNOWN_ERROR, and a missing response is OFFLINE', () => {
  expect(new HttpError({ status: 502, statusText: 'Bad Gateway', body: null }).code).toBe('UNKNOWN_ERROR');
  expect(new HttpError({ status: 0, statusText: '', body: null }).code).toBe('OFFLINE');
});
