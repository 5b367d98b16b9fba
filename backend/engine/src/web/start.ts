import { productResources } from '@bindery/contract/api/product.ts';
import { openDatabase } from '#backend/database/connection.ts';
import { createEntities } from '#backend/database/entities.ts';
import { requireMigrations } from '#backend/database/migrations/migrate.ts';
import { loadExtensions } from '#backend/extend/load-extensions.ts';
import { startJobs } from '#backend/kernel/jobs/job-queue.ts';
import { bootstrap, printBanner } from './bootstrap.ts';
import { stopOnSignals } from './lifecycle.ts';
import type { Opened } from './open-port.ts';
import { builtFrontend } from './page-shell/assets.ts';
import { buildFolder, buildWhenOutOfDate } from './page-shell/build.ts';
import { serve } from './server.ts';

/** How long a server that stops accepts requests on open connections. */
const LINGER_MS = 5_000;

/**
 * Starts the server at an open port and prints its URL. The port opens first, because it gives the clearest
 * error if a server already runs.
 */
export async function start({ settings, port }: Opened): Promise<void> {
  const { databaseUrl: url, dataDir, databaseLimits: limits } = settings;
  const resources = productResources();
  const extensions = await loadExtensions(resources);
  const entities = createEntities(resources);
  const prepare = async () => {
    const opened = await openDatabase({ entities, url, dataDir, limits });
    await bootstrap(opened, settings);
    return opened;
  };
  // Problems with migrations are reported before the pages are built, which takes much longer.
  const [database] = await Promise.all([prepare(), buildWhenOutOfDate(() => requireMigrations(entities))]);
  const frontend = builtFrontend(buildFolder(), resources);
  const running = serve({ port, settings, database, frontend, resources, extensions });
  startJobs(running.queue);
  stopOnSignals(async (signal) => {
    // Ctrl-C means that a user is waiting; SIGTERM is a rolling update, under load.
    await running.close({ lingerMs: signal === 'SIGTERM' ? LINGER_MS : 0 });
    await database.close();
  });
  await printBanner(database, settings);
}
