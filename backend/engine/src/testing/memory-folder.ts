import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
const GIB = 2 ** 30;

/** What the databases of all tests take at most, with room to spare. */
const ROOM = GIB;
/** What is left for the tests themselves when the databases take their room. */
const AVAILABLE = 3 * GIB;

/**
 * Returns the folder for short-lived files that are written all the time: one in memory if there is room, else the one
 * for temporary files, as in a container, whose folder in memory holds 64 MiB.
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
