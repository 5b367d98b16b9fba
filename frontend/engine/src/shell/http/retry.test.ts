import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retry } from './retry.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const failing = () => vi.fn(() => Promise.reject(new Error('down')));

test('doubles the delay before each retry, then throws the last error', async () => {
  const attempt = failing();
  const result = retry(attempt, { times: 5, firstDelay: 350 });
  const outcome = expect(result).rejects.toThrow('down');
  for (const [tries, delay] of [350, 700, 1400, 2800, 5600].entries()) {
    await vi.advanceTimersByTimeAsync(delay - 1);
    expect(attempt).toHaveBeenCalledTimes(tries + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(attempt).toHaveBeenCalledTimes(tries + 2);
  }
  await outcome;
});

test('never waits longer than the longest delay', async () => {
  const attempt = failing();
  const outcome = expect(
    retry(attempt, { times: 3, firstDelay: 1000, longestDelay: 1500 }),
  ).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(1000 + 1500 + 1500);
  expect(attempt).toHaveBeenCalledTimes(4);
  await outcome;
});

test('does not retry errors that are not worth retrying', async () => {
  const attempt = failing();
  await expect(retry(attempt, { times: 5, firstDelay: 350, worthwhile: () => false })).rejects.toThrow(
    'down',
  );
  expect(attempt).toHaveBeenCalledOnce();
});

test('returns the result of the first successful attempt', async () => {
  const attempt = vi.fn().mockRejectedValueOnce(new Error('down')).mockResolvedValue('text');
  const result = retry(attempt, { times: 5, firstDelay: 350 });
  await vi.advanceTimersByTimeAsync(350);
  await expect(result).resolves.toBe('text');
});

test('does not retry while offline', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const attempt = failing();
  await expect(retry(attempt, { times: 5, firstDelay: 350 })).rejects.toThrow('down');
  expect(attempt).toHaveBeenCalledOnce();
});
