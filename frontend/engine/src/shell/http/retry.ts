import { isOffline } from '../browser/offline.ts';

interface RetryRule {
  /** The maximum number of retries after the first attempt. */
  times: number;
  firstDelay: number;
  longestDelay?: number;
  /** Returns false for errors that a retry cannot fix. */
  worthwhile?: (error: unknown) => boolean;
}

/**
 * Retries after each failure with doubling delays, and throws the last error. While offline it throws at
 * once, because a retry cannot help and the user should see the error immediately.
 */
export async function retry<T>(attempt: () => Promise<T>, rule: RetryRule): Promise<T> {
  const { times, firstDelay, longestDelay = Number.POSITIVE_INFINITY, worthwhile = () => true } = rule;
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (failures >= times || isOffline() || !worthwhile(error)) throw error;
      const delay = Math.min(firstDelay * 2 ** failures, longestDelay);
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}
