import { createEntities } from '@bindery/backend/database/entities.ts';
import { createMigration } from '@bindery/backend/database/migrations/create-migration.ts';
import { exitWithMessage } from '@bindery/backend/web/lifecycle.ts';
import { openExistingDatabase } from '@bindery/backend/web/open-existing-database.ts';
import { loadProduct } from './load-product.ts';

/*
 * `npm run migration:create`: writes a migration for the changes in resources.config.ts that no migration has yet.
 * Refuses to lose data without `--allow-loss`.
 */
await createConfiguredMigration().catch(exitWithMessage);

async function createConfiguredMigration() {
  const { resources } = await loadProduct();
  const entities = createEntities(resources);
  const isWritten = await createMigration({
    entities,
    open: () => openExistingDatabase(entities),
    allowLoss: process.argv.includes('--allow-loss'),
    print: (text) => process.stdout.write(`${text}\n`),
  });
  if (!isWritten) process.exitCode = 1;
}
