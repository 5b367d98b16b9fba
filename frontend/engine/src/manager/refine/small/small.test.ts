import { expect, it, vi } from 'vitest';
import debounce from './debounce.ts';
import isEqual from './is-equal.ts';

it('compares values by content', () => {
  expect(isEqual({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true);
  expect(isEqual(Number.NaN, Number.NaN)).toBe(true);
  for (const [a, b] of [
    [{ a: 1 }, { a: 2 }],
    [{ a: undefined }, { b: undefined }],
    [{ a: 1 }, { a: 1, b: 1 }],
    [[], {}],
    [{ toString: 1 }, { a: 1 }],
    [null, {}],
    ['1', 1],
  ])
    expect(isEqual(a, b)).toBe(false);
});

it('runs once after the last call, at once on request, and never after a cancellation', () => {
  vi.useFakeTimers();
  const run = vi.fn();
  const debounced = debounce(run, 100);
  debounced('a');
  vi.advanceTimersByTime(99);
  debounced('b');
  vi.advanceTimersByTime(99);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run.mock.calls).toEqual([['b']]);
  debounced('c');
  debounced.flush();
  debounced.flush();
  expect(run.mock.calls).toEqual([['b'], ['c']]);
  debounced('d');
  debounced.cancel();
  vi.advanceTimersByTime(1000);
  expect(run).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
