import { afterEach, expect, it, vi } from 'vitest';
import { logger } from '#backend/logging/logger.ts';
import { freshDatabase, type TestDatabase } from '#backend/testing/database.ts';
import { type Job, JobQueue } from './job-queue.ts';

logger.level = 'silent';

let test: TestDatabase;
const queues: JobQueue[] = [];
afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.stop();
  await test.drop();
});

/** A job that records its payloads, and whether a predicate on them holds. */
function observed(run: (number: number) => void = () => {}) {
  const given: number[] = [];
  const waiting: [count: number, resolve: () => void][] = [];
  const job: Job<{ number: number }> = {
    name: 'observed',
    run: async ({ number }) => {
      given.push(number);
      for (const [count, resolve] of waiting) if (given.length >= count) resolve();
      run(number);
    },
  };
  const times = (count: number) => new Promise<void>((resolve) => waiting.push([count, resolve]));
  return { job, given, times };
}

async function queueWith(job: Job<{ number: number }>) {
  const queue = new JobQueue(await test.connect());
  queue.register(job);
  queues.push(queue);
  return queue;
}

it('a job runs once, with its payload', async () => {
  test = await freshDatabase();
  const { job, given, times } = observed();
  const queue = await queueWith(job);
  const ran = times(3);
  for (const number of [1, 2, 3]) await queue.add(job, { number });
  await ran;
  expect(given.toSorted()).toEqual([1, 2, 3]);
});

it('a job that fails is started again', async () => {
  test = await freshDatabase();
  let failures = 1;
  const { job, given, times } = observed(() => {
    if (failures-- > 0) throw new Error('once');
  });
  const queue = await queueWith(job);
  const ran = times(2);
  await queue.add(job, { number: 7 });
  await ran;
  expect(given).toEqual([7, 7]);
});

it('a job that was added before a server stopped runs when the next one starts', async () => {
  test = await freshDatabase();
  const blocked = observed(() => {
    throw new Error('The server ends');
  });
  const first = await queueWith(blocked.job);
  const began = blocked.times(1);
  await first.add(blocked.job, { number: 5 });
  await began;
  await first.stop();
  const { job, given, times } = observed();
  const ran = times(1);
  await (await queueWith(job)).start();
  await ran;
  expect(given).toEqual([5]);
});

it('the log says why the queue cannot reach the database', async () => {
  test = await freshDatabase();
  const { engine, runScript } = await test.connect();
  let isReachable = true;
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:5432');
  const queue = new JobQueue({
    engine,
    runScript: async (...given) => {
      if (!isReachable) throw refused;
      return runScript(...given);
    },
  });
  queues.push(queue);
  queue.register(observed().job);
  await queue.start();
  const warned = vi.spyOn(logger, 'warn');
  isReachable = false;
  await vi.waitFor(() => expect(warned).toHaveBeenCalled(), 10_000);
  isReachable = true;
  expect(warned.mock.calls[0]).toEqual([{ err: refused }, 'job queue']);
  warned.mockRestore();
});
