/** The maximum number of records that one request writes; a job writes more in portions. */
export const MOST_AT_ONCE = 10_000;
