import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadSettings } from '#backend/settings.ts';
import resources from '#resources.config';
import { openDatabase } from '../connection.ts';
import { createEntities } from '../entities.ts';
import { createMigration } from './create-migration.ts';

/*
 * `npm run migration:create`: writes a migration for the changes in resources.config.ts that no migration has yet.
 * Refuses to lose data without `--allow-loss`.
 */
const entities = createEntities(resources);
const isWritten = await createMigration({
  entities,
  open: openExisting,
  allowLoss: process.argv.includes('--allow-loss'),
  print: (text) => process.stdout.write(`${text}\n`),
});
if (!isWritten) process.exitCode = 1;

/**
 * Opens the configured database; returns undefined for one that has never been started, instead of creating
 * it.
 */
async function openExisting() {
  const { databaseUrl: url, dataDir } = loadSettings();
  if (!url && !existsSync(join(dataDir, 'database'))) return undefined;
  return openDatabase({ entities, url, dataDir });
}
