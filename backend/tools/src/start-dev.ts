import { productResources } from '#contract/product.ts';
import { bootstrap, printBanner } from './bootstrap.ts';
import { openDatabase } from './database/connection.ts';
import { createEntities } from './database/entities.ts';
import { migrateInDevelopment } from './database/migrations/migrate-in-development.ts';
import { createDeveloperRoutes } from './developers/routes.ts';
import { StatementLog } from './developers/statement-log.ts';
import { loadExtensions } from './extend/load-extensions.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { stopOnSignals } from './lifecycle.ts';
import type { Opened } from './open-port.ts';
import { viteFrontend } from './page-shell/vite.ts';
import { serve } from './server.ts';

/** Starts the server for development: pages with hot reloading, and migrations generated from the resources. */
export async function start({ settings, port }: Opened): Promise<void> {
  const resources = productResources();
  const extensions = await loadExtensions(resources);
  const entities = createEntities(resources);
  const { databaseUrl: url, dataDir, databaseLimits: limits } = settings;
  const open = () => openDatabase({ entities, url, dataDir, limits });
  await migrateInDevelopment({ entities, open });
  const statements = new StatementLog();
  const database = await statements.observe(await open());
  await bootstrap(database, settings);
  const vite = await viteFrontend(port.server);
  const developerRoutes = createDeveloperRoutes(statements);
  const running = serve({ port, settings, database, frontend: vite, resources, extensions, developerRoutes });
  startJobs(running.queue);
  stopOnSignals(async () => {
    await vite.close();
    await running.close();
    await database.close();
  });
  await printBanner(database, settings);
  const { baseUrl } = settings;
  process.stdout.write(`  For developers: ${baseUrl}/manager/developers, ${baseUrl}/docs\n\n`);
}
