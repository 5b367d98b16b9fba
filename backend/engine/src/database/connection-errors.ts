/** The database is unusable; the message is one line for the terminal with the remedy. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** Another process has the data folder of the embedded database. */
export class DataFolderInUse extends DatabaseUnavailable {
  override name = 'DataFolderInUse';
}

/** Existing rows do not allow a change of resources.config.ts; each text starts with a field. */
export class RowsForbidChange extends DatabaseUnavailable {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The rows do not allow this change: ${problems.join('\n')}`);
    this.problems = problems;
  }
}

/** The database is overloaded: a statement could not start in time. */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy';
}

/**
 * Error codes of PostgreSQL and Node for a lost connection, or for a connection without a prepared statement:
 * the statement that was to prepare it has failed after others were already sent.
 */
const LOST = new Set(['26000', '57P01', '57P02', '08006', '08003', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
/**
 * Error codes for temporary failures: a deadlock, a lock or statement timeout, an idle transaction, a
 * shutdown, no connection or memory left, an unreachable server, or a read-only server during a failover.
 */
const NOT_NOW = new Set([
  ...LOST,
  ...['40001', '40P01', '55P03', '57014', '25P03', '25006', '53200', '53300', '57P03', '08001', '08004'],
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
]);
/** Messages of pg errors without a code. */
const LOST_IN_WORDS = /Connection terminated|is not queryable/;
const READ_TIMEOUT = 'Query read timeout';
const NO_CONNECTION = 'timeout exceeded when trying to connect';

/** Error codes of PostgreSQL and Node for a full disk. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);

const codeOf = (error: Error): string | undefined => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
};

/** Returns whether PostgreSQL's response did not arrive within the client's timeout. */
export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === READ_TIMEOUT;
}

/** Returns whether a statement failed through a lost or frozen connection, so that a retry may succeed. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isReadTimeout(error)) return true;
  const code = codeOf(error);
  return code ? LOST.has(code) : LOST_IN_WORDS.test(error.message);
}

/** Returns whether the database's storage is full. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && FULL.has(codeOf(error) ?? '');
}

/** Returns whether a database error is temporary, so that retrying the request makes sense. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseBusy || isLostConnection(error)) return true;
  const code = codeOf(error);
  return code ? NOT_NOW.has(code) : error.message.includes(NO_CONNECTION);
}
