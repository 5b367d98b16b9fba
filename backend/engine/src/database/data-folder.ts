import { accessSync, constants, mkdirSync } from 'node:fs';
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
