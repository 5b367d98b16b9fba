import { expect, test } from 'vitest';
import { z } from 'zod';
import type { AppTools } from '#backend/records/resources/app-tools.ts';
import { defineJob } from './jobs.ts';

test('a job has the type of its payload', () => {
  const remind = defineJob({
    payload: z.object({ user: z.uuid(), days: z.int().default(3) }),
    run: async ({ user, days }) => void (user.length + days.toFixed().length),
  });
  const nightly = defineJob({ schedule: '0 3 * * *', run: async () => {} });
  const typed = ({ addJob }: AppTools) => [
    addJob(remind, { user: 'x' }),
    addJob(nightly, {}),
    // @ts-expect-error a payload without its user
    addJob(remind, { days: 2 }),
    // @ts-expect-error a payload with another type
    addJob(remind, { user: 7 }),
  ];
  expect(typed).toBeInstanceOf(Function);
  // @ts-expect-error neither a payload nor a schedule
  defineJob.length === 0 && defineJob({ run: async () => {} });
  expect(() => remind.parse({ user: 'none' })).toThrow(z.ZodError);
  expect(remind.parse({ user: '01900000-0000-7000-8000-00000000ffff' })).toMatchObject({ days: 3 });
});

test.each([
  ['0 3 * * *', { cron: '0 3 * * *' }],
  [{ cron: '*/5 8-18 * * 1-5', timeZone: 'Africa/Nairobi' }, { timeZone: 'Africa/Nairobi' }],
])('the schedule %j is valid', (schedule, expected) => {
  expect(defineJob({ schedule, run: async () => {} }).schedule).toMatchObject(expected);
});

const ZONE = 'the time zone is unknown; a known one is "Africa/Nairobi".';
test.each([
  ['every night', 'it needs five parts, such as 0 3 * * *.'],
  ['0 0 3 * * *', 'it needs five parts, such as 0 3 * * *.'],
  ['', 'it needs five parts, such as 0 3 * * *.'],
  ['60 3 * * *', 'one of its five parts is not like those of 0 3 * * * '],
  [{ cron: '0 3 * * *', timeZone: 'Africa/Nairoby' }, ZONE],
  [{ cron: '0 3 * * *', timeZone: '' }, ZONE],
  [{ cron: '0 3 * * *', timeZone: '+03:00' }, ZONE],
])('the schedule %j is rejected at the start', (schedule, problem) => {
  const define = () => defineJob({ schedule, run: async () => {} });
  expect(define).toThrow(/^The schedule ".*" of a job \(.*\) is invalid: /);
  expect(define).toThrow(problem);
});

test.each([
  [{ run: async () => {} }, 'A job needs a "payload", with which code adds it, or a "schedule", such as 0 3'],
  [{ schedule: '0 3 * * *' }, 'A job needs "run", the function that does its work.'],
  [{ payload: z.object({}), rum: async () => {} }, 'A job needs "run"'],
])('a job that lacks a part is rejected with that part: %#', (job, problem) => {
  const define = defineJob as (job: object) => unknown;
  expect(() => define(job)).toThrow(problem);
});
