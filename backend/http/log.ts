type Level = 'info' | 'warn' | 'error';

let isQuiet = false;

/** Silences all output from now on: for tests. */
export function beQuiet(): void {
  isQuiet = true;
}

/** Prints a text to stdout as it is. */
export function say(text: string): void {
  if (!isQuiet) process.stdout.write(`${text}\n`);
}

/** Key-value pairs of a log line. Values other than plain words are written as JSON. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Writes one line: time, level, message, then `key=value` pairs. Errors and warnings go to stderr.
 * Values are quoted, so that user input cannot inject log lines.
 */
export function log(level: Level, message: string, fields: LogFields = {}): void {
  if (isQuiet) return;
  const pairs = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}=${quoted(String(value))}`);
  const line = `${new Date().toISOString()} ${level} ${message}${pairs.join('')}\n`;
  (level === 'info' ? process.stdout : process.stderr).write(line);
}

/** Logs an unexpected error with its stack, on one line. */
export function logError(message: string, error: unknown, fields: LogFields = {}): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log('error', message, { ...fields, reason });
}

function quoted(value: string) {
  return /^[\w.:/@+-]+$/.test(value) ? value : JSON.stringify(value);
}
