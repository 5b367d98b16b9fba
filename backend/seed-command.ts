import { rolesOf } from '#contract/rights.ts';
import { openDatabase } from './database/connection.ts';
import { createEntities } from './database/entities.ts';
import { migrate } from './database/migrations/migrate.ts';
import { fill } from './demo-data/fill.ts';
import { readSeedOptions } from './demo-data/options.ts';
import { SeedError } from './demo-data/seed-error.ts';
import { createStorage } from './files/storage/storage.ts';
import { exitWithMessage } from './lifecycle.ts';
import { isLoopbackHost } from './loopback.ts';
import { seedUsers } from './samples/seed-users.ts';
import { loadSettings, type Settings } from './settings/settings.ts';

/*
 * `npm run seed -- books=10000 users=2000`: fills the local database with made records. See docs/entry.md.
 */
await seedLocally().catch((error: unknown) => {
  if (!(error instanceof SeedError)) exitWithMessage(error);
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});

async function seedLocally() {
  // Imported dynamically, so that a wrong entry in resources.config.ts is reported in one line.
  const { default: resources } = await import('#resources.config');
  const options = readSeedOptions(process.argv.slice(2), resources);
  const settings = loadSettings();
  refuseProduction(settings);
  const { databaseUrl: url, dataDir } = settings;
  const database = await openDatabase({ entities: createEntities(resources), url, dataDir });
  try {
    await migrate(database);
    let start = performance.now();
    await database.alone(async (alone) => {
      // As a server of local mode does, so that there are accounts to look at the records with.
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

/** Throws where the database may be one that somebody needs. */
function refuseProduction({ isLocal, isDemo, databaseUrl }: Settings) {
  if (!isLocal || isDemo)
    throw new SeedError('Made records are for local mode only: see NODE_ENV, HOST and VITE_BASE_URL.');
  const host = databaseUrl && new URL(databaseUrl).hostname;
  if (host && !isLoopbackHost(host))
    throw new SeedError(
      `Made records are for a database on this machine only, and DATABASE_URL names ${host}.`,
    );
}
