import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isStorageFull } from '#backend/database/connection-errors.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { logger } from '#backend/logging/logger.ts';
import { fileName } from './key.ts';
import type { FileStorage } from './storage.ts';

/** Stores files in `DATA_DIR/files`. Servers that share a database must share this folder too. */
export function folderStorage(dataDir: string): FileStorage {
  const root = join(dataDir, 'files');
  const workFolder = join(root, 'incoming');
  const pathOf = (key: string) => {
    const { id, variant } = fileName(key);
    // Ids start with the time, so their last characters distribute them evenly.
    return join(root, id.slice(-2), id, variant);
  };
  return {
    workFolder,
    put: async (key, { path }) => {
      const target = pathOf(key);
      await orUnavailable(async () => {
        await mkdir(dirname(target), { recursive: true });
        await flush(path);
        await rename(path, target);
        await flush(dirname(target));
      });
    },
    get: async (key, range) => {
      const path = pathOf(key);
      const file = await orUnavailable(() => open(path).catch(unlessMissing));
      return file && createReadStream('', { fd: file, ...range });
    },
    remove: async (key) => {
      const path = pathOf(key);
      await orUnavailable(() => rm(path, { force: true }));
      // Fails while there are other variants.
      await rmdir(dirname(path)).catch(() => {});
    },
    check: async () => {
      await mkdir(workFolder, { recursive: true });
      await access(workFolder, constants.W_OK);
    },
  };
}

/** Waits until the disk has a file, or the names in a folder. */
async function flush(path: string): Promise<void> {
  const opened = await open(path);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

const unlessMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === 'ENOENT') return undefined;
  throw error;
};

async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isStorageFull(error)) throw new ApiError('STORAGE_FULL', {}, { cause: error });
    logger.error({ err: error }, 'the folder of files cannot be used');
    throw new ApiError('FILES_UNAVAILABLE');
  }
}
