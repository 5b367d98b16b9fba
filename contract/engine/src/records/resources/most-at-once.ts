/** The maximum number of records that one request writes. */
export const MOST_AT_ONCE = 10_000;
