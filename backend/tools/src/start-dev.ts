import { openDatabase } from '@bindery/backend/database/connection.ts';
import { createEntities } from '@bindery/backend/database/entities.ts';
import { migrateInDevelopment } from '@bindery/backend/database/migrations/migrate-in-development.ts';
import { loadExtensions } from '@bindery/backend/extend/load-extensions.ts';
import { startJobs } from '@bindery/backend/kernel/jobs/start-jobs.ts';
import { bootstrap, printBanner } from '@bindery/backend/web/bootstrap.ts';
import { stopOnSignals } from '@bindery/backend/web/lifecycle.ts';
import type { Opened } from '@bindery/backend/web/open-port.ts';
import { serve } from '@bindery/backend/web/server.ts';
import { productResources } from '@bindery/contract/api/product.ts';
import { viteFrontend } from './dev/vite.ts';
import { createDeveloperRoutes } from './developers/routes.ts';
import { StatementLog } from './developers/statement-log.ts';

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
  process.stdout.write(`  For developers: ${baseUrl}/manager/developers\n\n`);
}
