import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { read } from './endpoint.ts';
import { HttpError } from './http-error.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const failed = (status: number) => new HttpError({ status, statusText: 'down', body: null });
const failing = (status = 0) => vi.fn(() => Promise.reject(failed(status)));

test('a call without a response is repeated three times, each time after twice the delay', async () => {
  const call = failing();
  const outcome = expect(read(call)).rejects.toThrow('down');
  for (const [tries, delay] of [1000, 2000, 4000].entries()) {
    await vi.advanceTimersByTimeAsync(delay - 1);
    expect(call).toHaveBeenCalledTimes(tries + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(call).toHaveBeenCalledTimes(tries + 2);
  }
  await outcome;
});

test('a response after a server error is returned', async () => {
  const call = vi.fn().mockRejectedValueOnce(failed(503)).mockResolvedValue('answer');
  const result = read(call);
  await vi.advanceTimersByTimeAsync(1000);
  await expect(result).resolves.toBe('answer');
});

test('a rejected call is not repeated', async () => {
  const call = failing(404);
  await expect(read(call)).rejects.toThrow('down');
  expect(call).toHaveBeenCalledOnce();
});

test('nothing is repeated while offline', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const call = failing();
  await expect(read(call)).rejects.toThrow('down');
  expect(call).toHaveBeenCalledOnce();
});
