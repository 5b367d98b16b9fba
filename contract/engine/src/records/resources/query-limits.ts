/**
 * The most characters of a list's query: 500 ids, or some hundred titles. Twice as many, for the address of the page that
 * asks, fit into the headers that the server takes.
 */
export const LONGEST_QUERY = 40_000;

/** The most ids, or values of one filter. */
export const MOST_VALUES = 500;
