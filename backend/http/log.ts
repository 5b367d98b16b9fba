type Level = 'info' | 'warn' | 'error';

let isQuiet = false;

/** Says nothing from now on: for tests, whose own output matters more. */
export function beQuiet(): void {
  isQuiet = true;
}

/** Says something to the user at the terminal, as it stands. */
export function say(text: string): void {
  if (!isQuiet) process.stdout.write(`${text}\n`);
}

/** Something said about a line: its values are shown as JSON where they are not plain words. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Writes one line: time, level, what happened, then `key=value` pairs. Errors and warnings go to stderr.
 * What a user typed is quoted, so that nobody can write a line of their own.
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
