import { type Request, type Response, request, response } from 'express';
import { expect, test } from 'vitest';
import type { RequestSession } from '#backend/kernel/http/request-context.ts';
import { requireFixedRight } from './middleware.ts';

const passes = (guard: ReturnType<typeof requireFixedRight>, rights: RequestSession['rights']) => {
  const req: Request = Object.create(request);
  const res: Response = Object.assign(Object.create(response), {
    locals: { context: { session: { rights } } },
  });
  let passed = false;
  guard(req, res, () => {
    passed = true;
  });
  return passed;
};

test('a guard lets only sessions with its right pass', () => {
  const guard = requireFixedRight('user', 'ban');
  expect(passes(guard, { user: ['list', 'ban'] })).toBe(true);
  expect(() => passes(guard, { user: ['list'] })).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
});

test('a guard of a right that no role has does not compile', () => {
  // @ts-expect-error there is no resource "users"
  requireFixedRight('users', 'ban');
  // @ts-expect-error there is no action "bann"
  requireFixedRight('user', 'bann');
  // @ts-expect-error sessions are listed, not banned
  requireFixedRight('session', 'ban');
});
