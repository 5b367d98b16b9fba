import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from './connection-errors.ts';

const SQLITE_BUSY = 5;

/**
 * Locks a data directory for this process and returns a function that releases it. Two processes on one
 * PGlite directory silently lose rows. SQLite's exclusive lock is a file lock of the operating system: it
 * ends with its process, even after `kill -9`, so there are no stale locks to detect or clean up.
 * @throws DatabaseUnavailable if another process (or another database in this one) holds the lock.
 */
export function lockDataDirectory(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(join(folder, 'in-use.lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new DatabaseUnavailable(
      `The data folder ${folder} is in use by another process: stop that one, or set DATA_DIR to another folder.`,
    );
  }
  return () => lock.close();
}
