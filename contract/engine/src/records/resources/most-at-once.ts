/** The most records that one request writes; more are written by a job, portion by portion. */
export const MOST_AT_ONCE = 10_000;
