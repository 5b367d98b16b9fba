import { defineRoutes, textOf } from '@bindery/contract/api/extend/define-routes.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkResponse } from './check-response.ts';

const { workload, calendar } = defineRoutes('subjects' as 'users', {
  workload: {
    method: 'GET',
    path: '/workload',
    right: 'read',
    responses: { 200: z.array(z.object({ state: z.string(), count: z.int() })) },
  },
  calendar: { method: 'GET', path: '/all.ics', right: 'read', responses: { 200: textOf('text/calendar') } },
});

describe('the response of a handler', () => {
  it('is sent as its route declares it', () => {
    const body = [{ state: 'open', count: 2 }];
    expect(checkResponse(workload, { status: 200, body })).toEqual({ status: 200, body });
    expect(checkResponse(calendar, { status: 200, body: 'BEGIN' })).toEqual({ status: 200, body: 'BEGIN' });
  });

  it('is sent without what its route does not declare', () => {
    const body = [{ state: 'open', count: 2, margin: '7.00' }];
    expect(checkResponse(workload, { status: 200, body }).body).toEqual([{ state: 'open', count: 2 }]);
  });

  it.each([
    [
      'a text that should be a number',
      200,
      [{ state: 'open', count: '2' }],
      /GET .*\/workload: .* 0\.count: .*number/,
    ],
    ['no list', 200, null, /body: Invalid input: expected array/],
    ['a status that its route does not declare', 204, undefined, /declares no response 204/],
  ])('is an error with %s', (_, status, body, message) => {
    expect(() => checkResponse(workload, { status, body })).toThrow(message);
  });

  it('is an error that lists only the first mistakes of many', () => {
    const body = Array.from({ length: 100 }, () => ({ state: 'open', count: '2' }));
    expect(() => checkResponse(workload, { status: 200, body })).toThrow(/2\.count: [^;]*; 97 more$/);
  });

  it('is an error if it is no text where its route declares one', () => {
    expect(() => checkResponse(calendar, { status: 200, body: {} })).toThrow(/expected string/);
  });
});
