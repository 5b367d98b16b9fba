import { expect, test } from 'vitest';
import { createCallLimit } from './find-by-key.ts';

test('a key may make a limited number of calls per minute, and then learns how long to wait', () => {
  let time = 60_000;
  const secondsToWait = createCallLimit(2, () => time);
  expect([secondsToWait('a'), secondsToWait('a'), secondsToWait('b')]).toEqual([0, 0, 0]);
  time += 15_500;
  expect([secondsToWait('a'), secondsToWait('b')]).toEqual([45, 0]);
  time = 120_000;
  expect(secondsToWait('a')).toBe(0);
});
