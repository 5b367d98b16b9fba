import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { describe, expect, it, vi } from 'vitest';
import { logger } from '#backend/logging/logger.ts';
import { ApiError } from './api-error.ts';
import { errorHandler, lastErrorHandler } from './errors.ts';

logger.level = 'silent';

/** Creates a response without a client. */
function createResponse() {
  const res = new ServerResponse(new IncomingMessage(new Socket())).setHeader('X-Request-Id', 'request-4711');
  const end = vi.spyOn(res, 'end');
  return {
    res: Object.assign(res, { locals: {} }) as Response,
    body: () => JSON.parse(end.mock.lastCall![0]),
  };
}

const answerTo = (error: unknown, request: object = {}) => {
  const { res, body } = createResponse();
  errorHandler(error, request as Request, res, () => {
    throw new Error('Express would answer by a page of its own.');
  });
  return { status: res.statusCode, body: body(), wait: res.getHeader('Retry-After') };
};

const INTERNAL = { code: 'INTERNAL', message: 'Something went wrong', requestId: 'request-4711' };

describe('an unexpected error', () => {
  const unreadable = Object.defineProperty(new Error('x'), 'code', {
    get: () => {
      throw new Error('not even this');
    },
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'constructor'],
    ['an object without a prototype', Object.create(null)],
    ['one that cannot be looked at', unreadable],
    ['an error', new TypeError('x is not iterable')],
    ['a division by zero in SQL', Object.assign(new Error('division by zero'), { code: '22012' })],
  ])('is sent as the standard error body: %s', (_, error) => {
    expect(answerTo(error)).toEqual({ status: 500, body: INTERNAL, wait: undefined });
  });

  it('aborts a response that has already started', () => {
    const { res } = createResponse();
    res.flushHeaders();
    lastErrorHandler(new Error('x'), {} as Request, res, () => {});
    expect(res.destroyed).toBe(true);
    expect(res.end).not.toHaveBeenCalled();
  });
});

it('an error while sending an error is sent as JSON too', () => {
  const { res, body } = createResponse();
  lastErrorHandler(new Error('x'), {} as Request, res, () => {});
  expect(res.statusCode).toBe(500);
  expect(res.getHeader('Content-Type')).toMatch(/^application\/json/);
  expect(body()).toEqual(INTERNAL);
});

it('a temporary error says when to retry', () => {
  expect(answerTo(new ApiError('UNAVAILABLE'))).toMatchObject({ status: 503, wait: '2' });
});

describe('a rejection for a missing right', () => {
  const logged = (error: ApiError, context: object) => {
    const info = vi.fn();
    const { res } = createResponse();
    Object.assign(res.locals, { context: { log: { info }, ...context } });
    errorHandler(error, { method: 'PATCH', path: '/api/loans/1' } as Request, res, () => {});
    return info.mock.calls.map(([, text]) => text);
  };
  const session = { user: { role: 'reader' } };

  it('is explained to the developer, in local mode', () => {
    expect(logged(new ApiError('FORBIDDEN'), { isLocal: true, session })).toEqual([
      'You are not allowed to do this: reader, PATCH /api/loans/1. See docs/roles.md#actions and docs/roles.md#records',
    ]);
    expect(logged(new ApiError('FORBIDDEN'), { isLocal: true, session: null })).toEqual([
      expect.stringContaining(': public, PATCH'),
    ]);
  });

  it('is not logged on a public server, nor is another error', () => {
    expect(logged(new ApiError('FORBIDDEN'), { isLocal: false, session })).toEqual([]);
    expect(logged(new ApiError('CONFLICT'), { isLocal: true, session })).toEqual([]);
  });
});
