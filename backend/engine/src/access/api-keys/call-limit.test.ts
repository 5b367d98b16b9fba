import { expect, test } from 'vitest';
import { createCallLimit } from './call-limit.ts';

test('a key may make so many calls a minute, and is told for how long it has to wait after that', () => {
  let time = 60_000;
  const secondsToWait = createCallLimit(2, () => time);
  expect([secondsToWait('a'), secondsToWait('a'), secondsToWait('b')]).toEqual([0, 0, 0]);
  time += 15_500;
  expect([secondsToWait('a'), secondsToWait('b')]).toEqual([45, 0]);
  time = 120_000;
  expect(secondsToWait('a')).toBe(0);
});
