/** The database cannot be used; the message is one line for a user at a terminal and says what to do. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** So much is asked of the database that what was asked did not get its turn. */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy';
}

/**
 * PostgreSQL's and Node's codes of a connection that is lost, or that does not know a prepared statement: the one that
 * was to prepare it has failed, and others were on their way already.
 */
const LOST = new Set(['26000', '57P01', '57P02', '08006', '08003', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
/**
 * Those for: not now. A wait for each other, for a lock or for too long; a transaction that was left open; a stop; no
 * connection or memory left; no way there; a server that takes no writes while another one takes over.
 */
const NOT_NOW = new Set([
  ...LOST,
  ...['40001', '40P01', '55P03', '57014', '25P03', '25006', '53200', '53300', '57P03', '08001', '08004'],
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
]);
/** What pg says without a code. */
const LOST_IN_WORDS = /Connection terminated|is not queryable/;
const READ_TIMEOUT = 'Query read timeout';
const NO_CONNECTION = 'timeout exceeded when trying to connect';

/** PostgreSQL's and Node's codes for a disk without room. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);

const codeOf = (error: Error): string | undefined => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
};

/** Whether an answer of PostgreSQL did not come within the time that the client waits. */
export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === READ_TIMEOUT;
}

/** Whether a statement failed because its connection was lost or frozen: another connection may answer it. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isReadTimeout(error)) return true;
  const code = codeOf(error);
  return code ? LOST.has(code) : LOST_IN_WORDS.test(error.message);
}

/** Whether the database has no room left to keep anything. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && FULL.has(codeOf(error) ?? '');
}

/** Whether an error of the database is worth another try: it cannot answer at this moment. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseBusy || isLostConnection(error)) return true;
  const code = codeOf(error);
  return code ? NOT_NOW.has(code) : error.message.includes(NO_CONNECTION);
}
