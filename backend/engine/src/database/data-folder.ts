import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs';
import { DatabaseUnavailable, isStorageFull } from './connection-errors.ts';

/**
 * Creates the data folder unless it exists.
 * @throws DatabaseUnavailable if this process cannot write to it: the errors of the file system and of SQLite
 * name neither the setting nor the folder.
 */
export function createDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (isStorageFull(error)) throw error;
    throw new DatabaseUnavailable(
      `This process cannot write to the data folder ${folder}: change its permissions, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/** A segment of PostgreSQL's log: with less room, it may be unable to start. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024;

/**
 * Returns the error of an embedded database that did not start, or one with the code of a full disk: PGlite
 * reports only that it failed.
 */
export function toStartError(error: unknown, folder: string): unknown {
  const { bavail, bsize } = statfsSync(folder);
  if (!(error instanceof Error) || bavail * bsize >= LEAST_FREE_BYTES) return error;
  return Object.assign(new Error('No space left', { cause: error }), { code: 'ENOSPC' });
}
