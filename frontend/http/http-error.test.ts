import { expect, test } from 'vitest';
import { HttpError } from './http-error.ts';

test('carries status, text and body, and lifts the first error of each field to the top', () => {
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

test('an answer without a body of ours is unknown, and none at all means offline', () => {
  expect(new HttpError({ status: 502, statusText: 'Bad Gateway', body: null }).code).toBe('UNKNOWN_ERROR');
  expect(new HttpError({ status: 0, statusText: '', body: null }).code).toBe('OFFLINE');
});
