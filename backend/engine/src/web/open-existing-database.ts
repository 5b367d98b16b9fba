import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EntitySchema } from '@mikro-orm/core';
import { type Database, openDatabase } from '#backend/database/connection.ts';
import { loadSettings } from '#backend/kernel/settings/settings.ts';

/**
 * Opens the configured database; returns undefined, without creating it, if it has never been started.
 * @throws DatabaseUnavailable if it does not respond, or another process uses it.
 */
export async function openExistingDatabase(entities: readonly EntitySchema[]): Promise<Database | undefined> {
  const { databaseUrl: url, dataDir } = loadSettings();
  if (!url && !existsSync(join(dataDir, 'database'))) return undefined;
  return openDatabase({ entities, url, dataDir });
}
