import { openDatabase } from '@bindery/backend/database/connection.ts';
import { createEntities } from '@bindery/backend/database/entities.ts';
import { migrate } from '@bindery/backend/database/migrations/migrate.ts';
import { seedUsers } from '@bindery/backend/extend/samples/seed-users.ts';
import { isLoopbackHost } from '@bindery/backend/kernel/loopback.ts';
import { loadSettings, type Settings } from '@bindery/backend/kernel/settings/settings.ts';
import { createStorage } from '@bindery/backend/records/files/storage/storage.ts';
import { loadProduct } from '@bindery/contract/api/load-product.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import { fill } from './fill.ts';
import { readSeedOptions } from './options.ts';
import { SeedError } from './seed-error.ts';

/**
 * Fills the local database of the product in a folder according to the arguments of `npm run bindery seed`.
 * @throws SeedError with the problem of the arguments or the database.
 */
export async function seedLocally(given: readonly string[], root: string): Promise<void> {
  const { resources } = await loadProduct(root);
  const options = readSeedOptions(given, resources);
  const settings = loadSettings();
  refuseProduction(settings);
  const { databaseUrl: url, dataDir } = settings;
  const database = await openDatabase({ entities: createEntities(resources), url, dataDir });
  try {
    await migrate(database);
    let start = performance.now();
    await database.alone(async (alone) => {
      // Like a server in local mode, so that there are accounts to view the records with.
      await seedUsers(alone, rolesOf(resources));
      await fill(alone, resources, {
        ...options,
        storage: createStorage(settings),
        onFilled: (name, count) => {
          process.stdout.write(`${name}: ${count} in ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
          start = performance.now();
        },
      });
    });
  } finally {
    await database.close();
  }
}

/** Throws if the database may contain real data. */
function refuseProduction({ isLocal, isDemo, databaseUrl }: Settings) {
  if (!isLocal || isDemo)
    throw new SeedError('Made records are for local mode only: see NODE_ENV, HOST and VITE_BASE_URL.');
  const host = databaseUrl && new URL(databaseUrl).hostname;
  if (host && !isLoopbackHost(host))
    throw new SeedError(
      `Made records are for a database on this machine only, and DATABASE_URL names ${host}.`,
    );
}
