import { createRequire } from 'node:module';
import { destination, type Level, type Logger, pino, stdTimeFunctions } from 'pino';

/** The levels of LOG_LEVEL, most severe first. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const satisfies (
  | Level
  | 'silent'
)[];

/**
 * The censored fields: secrets, sign-in codes, and objects that contain them. Wildcard paths would be
 * shorter, but cost 16 µs more per logged request.
 */
const redact = {
  paths: [
    ...['authorization', 'code', 'cookie', 'otp', 'password', 'secret', '["set-cookie"]', 'token'],
    ...['body', 'headers', 'req.body', 'req.headers', 'res.body', 'res.headers'],
    ...['mail.code', 'mail.html', 'mail.text', 'session.token'],
  ],
  censor: '[redacted]',
};

/** Creates a logger that passes each line, as JSON, to `write`. */
export function createLogger(write: (line: string) => void): Logger {
  return pino(
    {
      base: null,
      redact,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    { write },
  );
}

const toStdout = destination({ fd: 1, sync: true });
const writeLine = (line: string): unknown => toStdout.write(line);
let write = writeLine;

/**
 * The server's logger: one JSON object per line on stdout; local mode formats the lines for reading. Child
 * loggers keep their level, so create them in functions: `configureLogger` runs after the imports.
 */
export const logger: Logger = createLogger((line) => write(line));

/** Sets the level and the format of the log. */
export function configureLogger({
  level,
  isReadable,
}: {
  level: (typeof logLevels)[number];
  isReadable: boolean;
}): void {
  logger.level = level;
  write = isReadable ? printReadably : writeLine;
}

/**
 * Returns the level of lines that only confirm what a user sees anyway, such as a write that has succeeded:
 * where a person reads the log, they would hide the others.
 */
export const routineLevel = (): 'info' | 'debug' => (write === printReadably ? 'debug' : 'info');

let format: ((line: string) => string) | undefined;

/** Prints a line with pino-pretty, loaded with the first line, because it would slow down every start. */
function printReadably(line: string) {
  format ??= (createRequire(import.meta.url)('pino-pretty') as typeof import('pino-pretty')).prettyFactory({
    colorize: process.stdout.isTTY,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
  });
  process.stdout.write(format(line));
}

/** Returns an error's parts that are safe to log: others may contain values of a statement or an email. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error, message: textOf(error) };
  const { name, message, stack, cause } = error;
  return { type: name, message, stack, ...(cause instanceof Error && { cause: describeError(cause) }) };
}

/** Not every object converts to a string, and none may be written as JSON: see `describeError`. */
const textOf = (value: unknown) =>
  typeof value === 'object' ? Object.prototype.toString.call(value) : String(value);
