import resources from '#resources.config';
import { SAMPLE_ADMIN, SAMPLE_USER } from './auth/demo-accounts.ts';
import { nameFirstAdmin } from './auth/first-admin.ts';
import { openDatabase } from './database/connection.ts';
import { entitiesOf } from './database/entities.ts';
import { migrate } from './database/migrate.ts';
import { seed } from './database/seed.ts';
import { listen } from './listen.ts';
import { builtAssets, builtPage } from './pages/assets.ts';
import { BUILD_FOLDER, buildWhenOutOfDate } from './pages/build.ts';
import { endWithOneLine, stopOnSignals } from './process.ts';
import { serve } from './server.ts';
import { loadSettings, type Settings } from './settings.ts';

/** Starts everything and says where it is. The port comes first: it tells most plainly of a second server. */
async function start() {
  const settings = loadSettings();
  const port = await listen(settings);
  const { databaseUrl: url, dataDir } = settings;
  const [database] = await Promise.all([
    openDatabase({ entities: entitiesOf(resources), url, dataDir }),
    buildWhenOutOfDate(),
  ]);
  await migrate(database);
  if (settings.seed) await seed(database, resources);
  await nameFirstAdmin(database, settings);
  const frontend = { assets: builtAssets(BUILD_FOLDER), page: builtPage(BUILD_FOLDER) };
  const running = serve({ port, settings, database, frontend });
  stopOnSignals(async () => {
    await running.close();
    await database.close();
  });
  greet(settings);
}

function greet({ baseUrl, isLocal, seed }: Settings) {
  const lines = [
    `Bindery is ready: ${baseUrl}`,
    ...(seed ? [`Accounts: ${SAMPLE_ADMIN} (admin) and ${SAMPLE_USER} (user)`] : []),
    ...(isLocal ? [`Sign-in codes appear here and at ${baseUrl}/outbox`] : []),
  ];
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`);
}

await start().catch(endWithOneLine);
