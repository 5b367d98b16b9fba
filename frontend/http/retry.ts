import { isOffline } from './offline.ts';

export interface RetryRule {
  /** How many tries follow a first one that failed. */
  times: number;
  firstDelay: number;
  longestDelay?: number;
  /** Says no to failures that another try cannot mend. */
  worthwhile?: (error: unknown) => boolean;
}

/**
 * Tries again after each failure, waiting twice as long every time; throws the last failure. Without a network it
 * throws the first one: another try cannot mend that, and the visitor is to hear of it at once.
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
