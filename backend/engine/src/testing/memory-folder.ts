import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const GIB = 2 ** 30;

/** The maximum size of the databases of all tests, with some margin. */
const ROOM = GIB;
/** The memory that remains for the tests beside the databases. */
const AVAILABLE = 3 * GIB;

/**
 * Returns the folder for short-lived files with many writes: in memory if there is room, otherwise the folder
 * for temporary files, as in a container, whose folder in memory has 64 MiB.
 */
export function findMemoryFolder(folder: string = MEMORY): string {
  return isWritable(folder) && freeBytes(folder) >= ROOM && process.availableMemory() >= AVAILABLE
    ? folder
    : tmpdir();
}

function isWritable(folder: string) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function freeBytes(folder: string) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
