import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { describe, expect, it, vi } from 'vitest';
import { logger } from '#backend/logging/logger.ts';
import { ApiError } from './api-error.ts';
import { errorAnswer, sendInternalError } from './errors.ts';

logger.level = 'silent';

/** Creates a response that nobody receives. */
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
  errorAnswer(error, request as Request, res, () => {
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
  ])('is sent as the standard error body: %s', (_, error) => {
    expect(answerTo(error)).toEqual({ status: 500, body: INTERNAL, wait: undefined });
  });

  it('aborts a response that has already begun', () => {
    const { res } = createResponse();
    res.flushHeaders();
    sendInternalError(res)(new Error('x'));
    expect(res.destroyed).toBe(true);
    expect(res.end).not.toHaveBeenCalled();
  });
});

describe('the final handler of Express', () => {
  it.each([
    [undefined, 404, 'NOT_FOUND'],
    [new Error('x'), 500, 'INTERNAL'],
  ])('responds with JSON: %s', (error, status, code) => {
    const { res, body } = createResponse();
    sendInternalError(res)(error);
    expect(res.statusCode).toBe(status);
    expect(res.getHeader('Content-Type')).toMatch(/^application\/json/);
    expect(body()).toMatchObject({ code, requestId: 'request-4711' });
  });
});

it('an error that goes away says when to try again', () => {
  expect(answerTo(new ApiError('UNAVAILABLE'))).toMatchObject({ status: 503, wait: '2' });
});
