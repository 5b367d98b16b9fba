import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from './database/connection.ts';
import { createEntities } from './database/entities.ts';
import { createMigration } from './database/migrations/create-migration.ts';
import { exitWithMessage } from './lifecycle.ts';
import { loadSettings } from './settings.ts';

type Entities = ReturnType<typeof createEntities>;

/*
 * `npm run migration:create`: writes a migration for the changes in resources.config.ts that no migration has yet.
 * Refuses to lose data without `--allow-loss`.
 */
await createConfiguredMigration().catch(exitWithMessage);

async function createConfiguredMigration() {
  // Imported dynamically, so that a wrong entry in resources.config.ts is reported in one line.
  const { default: resources } = await import('#resources.config');
  const entities = createEntities(resources);
  const isWritten = await createMigration({
    entities,
    open: () => openExisting(entities),
    allowLoss: process.argv.includes('--allow-loss'),
    print: (text) => process.stdout.write(`${text}\n`),
  });
  if (!isWritten) process.exitCode = 1;
}

/**
 * Opens the configured database; returns undefined for one that has never been started, instead of creating
 * it.
 */
async function openExisting(entities: Entities) {
  const { databaseUrl: url, dataDir } = loadSettings();
  if (!url && !existsSync(join(dataDir, 'database'))) return undefined;
  return openDatabase({ entities, url, dataDir });
}
