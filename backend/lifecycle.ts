import { ResourceConfigError } from '#contract/schema/error.ts';
import { DatabaseUnavailable } from './database/connection-errors.ts';
import { log, logError } from './http/log.ts';
import { BuildFailed } from './page-shell/build.ts';
import { SettingsError } from './settings.ts';

/** Errors whose message is all that a user at the terminal needs. */
const EXPECTED_ERRORS = [SettingsError, DatabaseUnavailable, BuildFailed, ResourceConfigError];

const LONGEST_STOP_MS = 15_000;

/** Ends the process because it cannot start: with a line that says what to do, where the reason is a known one. */
export function exitWithMessage(error: unknown): never {
  const known = knownReason(error);
  process.stderr.write(`${known ?? `Bindery could not start: ${stackOf(error)}`}\n`);
  process.exit(1);
}

/** On SIGINT or SIGTERM finishes what is under way, then ends the process; further signals change nothing. */
export function stopOnSignals(stop: (signal: string) => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log('info', 'stopping', { signal });
    setTimeout(() => endLate('requests took too long to finish'), LONGEST_STOP_MS).unref();
    stop(signal).then(() => process.exit(0), endLate);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

function endLate(reason: unknown): never {
  logError('did not stop cleanly', reason);
  process.exit(1);
}

function knownReason(error: unknown) {
  if (EXPECTED_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, syscall, port, address } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (syscall !== 'listen') return undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken: stop what listens there, or set PORT to another one.`;
  if (code === 'EACCES')
    return `Port ${port} may not be used without more rights: set PORT to one above 1023.`;
  return `Cannot listen on ${address ?? 'this machine'}: ${code}. Correct HOST, or leave it out.`;
}

function stackOf(error: unknown) {
  return error instanceof Error ? error.stack : String(error);
}
