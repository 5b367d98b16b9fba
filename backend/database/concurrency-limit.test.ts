import { expect, test } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { DatabaseBusy, isUnavailable } from './connection-errors.ts';

/** Starts a task that records its start and ends when `end` is called. */
function work(limit: ConcurrencyLimit, key: string) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const state = { begun: false, end, done: Promise.resolve() };
  state.done = limit.run(key, () => {
    state.begun = true;
    return ended;
  });
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

test('never gives all places to one key: another key that came later runs first', async () => {
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
