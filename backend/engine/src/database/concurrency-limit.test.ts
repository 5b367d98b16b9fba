import { describe, expect, test } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { DatabaseBusy, isUnavailable } from './connection-errors.ts';

/** Starts a task that records its start and finishes when `end` is called. */
function work(limit: ConcurrencyLimit, key: string) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const state = { begun: false, end, done: Promise.resolve() };
  state.done = limit.run(key, () => {
    state.begun = true;
    return ended;
  });
  // Tests leave tasks waiting, which time out after the tests.
  state.done.catch(() => {});
  return state;
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

test('runs up to the limit at once, and the others in order of arrival', async () => {
  const limit = new ConcurrencyLimit({ total: 2, perKey: 2, waitMs: 10_000 });
  const all = ['a', 'b', 'c', 'd'].map((key) => work(limit, key));
  expect(all.map(({ begun }) => begun)).toEqual([true, true, false, false]);
  all[1]!.end();
  await all[1]!.done;
  await nextTick();
  expect(all.map(({ begun }) => begun)).toEqual([true, true, true, false]);
  for (const { end } of all) end();
  await Promise.all(all.map(({ done }) => done));
});

test('never gives all places to one key: a later task of another key runs first', async () => {
  const limit = new ConcurrencyLimit({ total: 3, perKey: 2, waitMs: 10_000 });
  const stuck = ['locked', 'locked', 'locked'].map((key) => work(limit, key));
  const other = work(limit, 'free');
  expect(stuck.map(({ begun }) => begun)).toEqual([true, true, false]);
  expect(other.begun).toBe(true);
  other.end();
  await other.done;
  await nextTick();
  expect(stuck[2]!.begun).toBe(false);
  stuck[0]!.end();
  await stuck[0]!.done;
  await nextTick();
  expect(stuck[2]!.begun).toBe(true);
});

describe('with more places for quick tasks', () => {
  const quick = { more: 3, ms: 30 };
  const limitOf = () => new ConcurrencyLimit({ total: 3, perKey: 2, waitMs: 10_000, quick });
  const begunOf = (all: readonly { begun: boolean }[]) => all.filter(({ begun }) => begun).length;
  const start = (limit: ConcurrencyLimit, key: string, count: number) =>
    Array.from({ length: count }, () => work(limit, key));
  const warmUp = async (limit: ConcurrencyLimit, key: string) => {
    for (let run = 0; run < quick.more; run++) await limit.run(key, async () => {});
  };
  const untilSlow = () => new Promise((resolve) => setTimeout(resolve, 2 * quick.ms));

  test('runs as few tasks of an unknown key as before, and one more for each quick one', async () => {
    const limit = limitOf();
    expect(begunOf(start(limit, 'unknown', 9))).toBe(2);
    const known = limitOf();
    await known.run('books', async () => {});
    expect(begunOf(start(known, 'books', 9))).toBe(3);
    const quickest = limitOf();
    await warmUp(quickest, 'books');
    await warmUp(quickest, 'books');
    expect(begunOf(start(quickest, 'books', 9))).toBe(5);
    // One place remains for another key.
    expect(begunOf(start(quickest, 'genres', 9))).toBe(1);
  });

  test('starts no more tasks of a key whose tasks have become slow, until few of them remain', async () => {
    const limit = limitOf();
    await warmUp(limit, 'books');
    const all = start(limit, 'books', 9);
    await untilSlow();
    for (const end of all.slice(0, 3).map(({ end }) => end)) end();
    await nextTick();
    expect(begunOf(all)).toBe(5);
    all[3]!.end();
    await nextTick();
    expect(begunOf(all)).toBe(6);
  });

  test('leaves a place to another key when all tasks of one are stuck', async () => {
    const limit = limitOf();
    await warmUp(limit, 'locked');
    start(limit, 'locked', 9);
    await untilSlow();
    expect(begunOf(start(limit, 'free', 2))).toBe(1);
  });

  test('forgets that tasks were quick after one slow task', async () => {
    const limit = limitOf();
    await warmUp(limit, 'books');
    await limit.run('books', untilSlow);
    expect(begunOf(start(limit, 'books', 9))).toBe(2);
  });
});

test('frees the place of a failed task', async () => {
  const limit = new ConcurrencyLimit({ total: 1, perKey: 1, waitMs: 10_000 });
  await expect(limit.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await limit.run('a', async () => 'yes')).toBe('yes');
});

test('rejects a task that waits too long as busy, and does not run it', async () => {
  const limit = new ConcurrencyLimit({ total: 1, perKey: 1, waitMs: 20 });
  const first = work(limit, 'a');
  const error = await limit.run('a', async () => 'never').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DatabaseBusy);
  expect(isUnavailable(error)).toBe(true);
  first.end();
  await first.done;
  expect(await limit.run('a', async () => 'now')).toBe('now');
});
