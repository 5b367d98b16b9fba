import type { AddressInfo } from 'node:net';
import { ExtensionError } from '@bindery/contract/api/extend/extension-error.ts';
import { ProductError, ResourceConfigError, RolesError, TextsError } from '@bindery/contract/schema/error.ts';
import { DatabaseUnavailable, isStorageFull } from '#backend/database/connection-errors.ts';
import { docsPath } from '#backend/kernel/docs-path.ts';
import { SettingsError } from '#backend/kernel/settings/problems.ts';
import { logger } from '#backend/logging/logger.ts';
import { describeSourceError, docsOf } from './docs-of-error.ts';
import { BuildFailed } from './page-shell/build.ts';

/** Errors that are printed as their message only, without a stack. */
const EXPECTED_ERRORS = [
  SettingsError,
  DatabaseUnavailable,
  BuildFailed,
  ResourceConfigError,
  ProductError,
  RolesError,
  TextsError,
  ExtensionError,
];

const MAX_STOP_MS = 15_000;

/** Why a product could not start. */
interface FailedStart {
  readonly message: string;
  /** The pages of the documentation that explain it, as paths. */
  readonly docs: readonly string[];
}

/**
 * Describes why a product in a folder could not start: expected errors with their message and the pages that
 * explain them, mistakes in the product's code with their place, others with their stack.
 */
export const describeFailedStart = (error: unknown, root: string): FailedStart => ({
  // Without the name of the product, which may be what could not be loaded.
  message:
    describeStartError(error, root) ??
    `Could not start: ${error instanceof Error ? error.stack : String(error)}`,
  docs: pagesAbout(error, root),
});

const pagesAbout = (error: unknown, root: string): string[] =>
  docsOf(error).map((page) => docsPath(page, root));

/**
 * Reports why the server of a product in a folder could not start, and exits the process: in production as a
 * line of the log, for the programs that read it, otherwise as `exitWithMessage` does.
 */
export function exitAfterFailedStart(error: unknown, root: string): never {
  if (process.env.NODE_ENV !== 'production') return exitWithMessage(error, root);
  const message = describeStartError(error, root);
  const docs = pagesAbout(error, root);
  const about = { ...(message === undefined && { err: error }), ...(docs.length > 0 && { docs }) };
  // `silent` is for the lines of a running server: no other place has the reason.
  if (logger.level === 'silent') logger.level = 'fatal';
  logger.fatal(about, message ?? 'could not start');
  process.exit(1);
}

/** Prints why a product in a folder could not start, and exits the process. */
export function exitWithMessage(error: unknown, root: string): never {
  const { message, docs } = describeFailedStart(error, root);
  const see = docs.length > 0 ? `${message.includes('\n') ? '\n' : ' '}See ${docs.join(', ')}` : '';
  process.stderr.write(`${message}${see}\n`);
  process.exit(1);
}

/**
 * Runs `stop` on SIGINT or SIGTERM, then exits the process; further signals are ignored. `isQuiet`: says
 * nothing of it.
 */
export function stopOnSignals(
  stop: (signal: string) => Promise<void>,
  { isQuiet = false }: { readonly isQuiet?: boolean } = {},
): void {
  let stopping = false;
  const onSignal = (signal: string) => {
    if (stopping) return;
    stopping = true;
    if (!isQuiet) logger.info({ signal }, 'stopping');
    setTimeout(() => endLate('requests took too long to finish'), MAX_STOP_MS).unref();
    stop(signal).then(() => process.exit(0), endLate);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

function endLate(reason: unknown): never {
  logger.error({ err: reason }, 'did not stop cleanly');
  process.exit(1);
}

function describeStartError(error: unknown, root: string) {
  if (EXPECTED_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message;
  if (hasNoSpace(error))
    return 'The disk is full, so the database cannot start: free some space, or set DATA_DIR to a folder on another disk.';
  const { code, syscall, port, address } = error as NodeJS.ErrnoException & Partial<AddressInfo>;
  if (syscall !== 'listen') return describeSourceError(error, root);
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop what listens there, or set PORT to another one.`;
  if (code === 'EACCES') return `Port ${port} requires more privileges: set PORT to one above 1023.`;
  return `Cannot listen on ${address ?? 'this machine'}: ${code}. Correct HOST, or unset it.`;
}

/** What the file system of the embedded database throws: not an Error, and its codes are those of WASI. */
const EMBEDDED_NO_SPACE = 51;
/** SQLite's, which locks the data folder. */
const SQLITE_NO_SPACE = 13;

/** Returns whether an error, or one of its causes, reports a full disk. */
function hasNoSpace(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, name, errno, errcode, cause } = error as Record<string, unknown>;
  if (code === 'ENOSPC' || errcode === SQLITE_NO_SPACE || isStorageFull(error)) return true;
  return (name === 'ErrnoError' && errno === EMBEDDED_NO_SPACE) || hasNoSpace(cause);
}
