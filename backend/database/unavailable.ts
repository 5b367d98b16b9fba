/** The database cannot be used; the message is one line for a person at a terminal and says what to do. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** PostgreSQL's and Node's codes for: not now. A wait for each other, a stop, no connection left, no way there. */
const NOT_NOW = new Set([
  ...['40001', '40P01', '53300', '57P01', '57P02', '57P03', '08006', '08001'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE'],
]);
/** What pg says without a code. */
const NOT_NOW_IN_WORDS = /timeout exceeded when trying to connect|Connection terminated|is not queryable/;

/** Whether an error of the database is worth another try: it cannot answer at this moment. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? NOT_NOW.has(code) : NOT_NOW_IN_WORDS.test(error.message);
}
