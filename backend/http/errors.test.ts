import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { logger } from '#backend/logging/logger.ts';
import { errorAnswer, lastResort } from './errors.ts';

logger.level = 'silent';

/** A fake response that records what is sent. */
class Answer {
  statusCode = 200;
  headersSent = false;
  sent = '';
  isBroken = false;
  readonly headers = new Map<string, string>();
  setHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  getHeader() {
    return 'request-4711';
  }
  readonly locals = {};
  end(body: string) {
    this.sent = body;
  }
  destroy() {
    this.isBroken = true;
  }
}

const answerTo = (error: unknown, request: object = {}) => {
  const answer = new Answer();
  errorAnswer(error, request as Request, answer as unknown as Response, () => {
    throw new Error('Express would answer by a page of its own.');
  });
  return { status: answer.statusCode, body: JSON.parse(answer.sent) };
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
    expect(answerTo(error)).toEqual({ status: 500, body: INTERNAL });
  });

  it('aborts a response that has already begun', () => {
    const answer = Object.assign(new Answer(), { headersSent: true });
    lastResort(answer as unknown as Response)(new Error('x'));
    expect(answer).toMatchObject({ isBroken: true, sent: '' });
  });
});

describe('the final handler of Express', () => {
  it.each([
    [undefined, 404, 'NOT_FOUND'],
    [new Error('x'), 500, 'INTERNAL'],
  ])('responds with JSON: %s', (error, status, code) => {
    const answer = new Answer();
    lastResort(answer as unknown as Response)(error);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/);
    expect(JSON.parse(answer.sent)).toMatchObject({ code, requestId: 'request-4711' });
  });
});
