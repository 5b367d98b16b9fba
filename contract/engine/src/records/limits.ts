/**
 * The maximum length of a list's query string: 500 ids, or some hundred titles. The server accepts headers
 * with twice as many characters, because the page's own address contains the query too.
 */
export const MAX_QUERY_LENGTH = 40_000;

/** The maximum number of ids, or of values of one filter. */
export const MAX_VALUES = 500;

/** The maximum number of records that one request writes; a job writes more in portions. */
export const MAX_BATCH_SIZE = 10_000;

/** The maximum size of an imported file, in binary megabytes. */
export const MAX_IMPORT_MB = 100;

/** The maximum number of records of a batch that its line in the history names. */
export const MAX_BATCH_RECORDS = 3;
