import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseUnavailable } from './connection-errors.ts';

const SQLITE_BUSY = 5;

/**
 * Claims a data folder for this process and returns what gives it back.
 *
 * Two processes on one PGlite folder silently lose rows. SQLite's exclusive lock is the operating system's own file
 * lock: it ends with its process, also after `kill -9`, so nothing stale is ever left to judge or to clean away.
 *
 * @throws DatabaseUnavailable when another process (or another database in this one) holds the folder.
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
