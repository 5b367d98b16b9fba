/** The seconds before the next attempt, from the second one on; the last value repeats. */
const DELAYS = [1, 5, 30, 120, 600, 3_600];
/** The number of attempts after which delivery of an event stops: about a day after the first one. */
const MOST_ATTEMPTS = 28;

/** Returns the seconds before the attempt that follows this one; undefined if it was the last. */
export const nextAttemptIn = (attempt: number): number | undefined =>
  attempt >= MOST_ATTEMPTS ? undefined : DELAYS[Math.min(attempt, DELAYS.length) - 1];
