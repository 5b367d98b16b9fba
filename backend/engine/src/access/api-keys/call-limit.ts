const WINDOW_MS = 60_000;

/**
 * Creates the limit of calls per key and minute: a function that counts a call, and returns for how many
 * seconds the key has to wait, 0 if the call is within the limit. Each server counts separately.
 */
export function createCallLimit(perMinute: number, now: () => number = Date.now): (key: string) => number {
  let window = 0;
  const calls = new Map<string, number>();
  return (key) => {
    const time = now();
    const current = Math.floor(time / WINDOW_MS);
    if (current !== window) calls.clear();
    window = current;
    const count = (calls.get(key) ?? 0) + 1;
    calls.set(key, count);
    return count > perMinute ? Math.ceil(((current + 1) * WINDOW_MS - time) / 1000) : 0;
  };
}
