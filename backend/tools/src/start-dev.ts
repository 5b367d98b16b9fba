import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openDatabase } from '@bindery/backend/database/connection.ts';
import { createEntities } from '@bindery/backend/database/entities.ts';
import { migrateInDevelopment } from '@bindery/backend/database/migrations/migrate-in-development.ts';
import { loadExtensions } from '@bindery/backend/extend/load-extensions.ts';
import { startJobs } from '@bindery/backend/kernel/jobs/job-queue.ts';
import { bootstrap, printBanner } from '@bindery/backend/web/bootstrap.ts';
import { stopOnSignals } from '@bindery/backend/web/lifecycle.ts';
import type { Opened } from '@bindery/backend/web/open-port.ts';
import type { Frontend } from '@bindery/backend/web/page-shell/page.ts';
import { serve } from '@bindery/backend/web/server.ts';
import { developerPages, RESTART_EVENT } from '@bindery/contract/api/developers/pages.ts';
import { productResources, productRoot } from '@bindery/contract/api/product.ts';
import { pages } from '@bindery/contract/api/read-pages.ts';
import { readPageShell } from '@bindery/frontend/build/page-shell.ts';
import { createServer } from 'vite';
import { lastChanged, restartsServer, type Sources, serverSourcesIn, stateOf } from './dev/watch-sources.ts';
import { createDeveloperRoutes } from './developers/routes.ts';
import { StatementLog } from './developers/statement-log.ts';

/** Starts the server for development: pages with hot reloading, migrations generated from the resources. */
export async function start({ settings, port }: Opened): Promise<void> {
  const resources = productResources();
  const extensions = await loadExtensions(resources);
  const entities = createEntities(resources);
  const sources = serverSourcesIn(productRoot());
  const before = stateOf(sources);
  const { databaseUrl: url, dataDir, databaseLimits: limits } = settings;
  const open = () => openDatabase({ entities, url, dataDir, limits });
  const migrated = await migrateInDevelopment({ entities, open });
  const statements = new StatementLog();
  const database = await statements.observe(migrated ?? (await open()));
  await bootstrap(database, settings);
  const vite = await viteFrontend(port.server, sources);
  const developerRoutes = createDeveloperRoutes(statements);
  const running = serve({ port, settings, database, frontend: vite, resources, extensions, developerRoutes });
  startJobs(running.queue);
  stopOnSignals(async () => {
    await vite.announceRestart(lastChanged(before, stateOf(sources)));
    await vite.close();
    await running.close();
    await database.close();
  });
  await printBanner(database, settings);
  const { baseUrl } = settings;
  process.stdout.write(`  For developers: ${baseUrl}/manager/developers\n\n`);
}

/** The response to page requests while the server stops: the page loads once the next server responds. */
const WAITING_PAGE = `<!doctype html>
<html lang="en">
  <head><title></title></head>
  <body>
    <script nonce="__NONCE__">
      setInterval(() => fetch(location.href).then(() => location.reload(), () => {}), 500);
    </script>
  </body>
</html>`;

const isOfClosedServer = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_CLOSED_SERVER';

/** The pages of a development server. */
interface DevelopmentFrontend extends Frontend {
  /** Lets open pages show which file restarts the server; undefined if it only stops. */
  announceRestart(file: string | undefined): Promise<void>;
  close(): Promise<void>;
}

/** Serves pages and assets from their sources with Vite and hot reloading: for development only. */
async function viteFrontend(server: Server, sources: Sources): Promise<DevelopmentFrontend> {
  const vite = await createServer({
    root: productRoot(),
    appType: 'custom',
    // The HMR socket uses our port, because the CSP allows pages no other connections.
    server: {
      middlewareMode: { server },
      hmr: { server },
      // These files restart the server, and Vite with it. Pages that reload at once would find no server and
      // stay broken; without a message, they wait until the server is back.
      watch: { ignored: [(path) => restartsServer(path, sources)] },
    },
  });
  return {
    assets: vite.middlewares,
    isHot: true,
    page: async ({ url }) => {
      return vite.transformIndexHtml(url, readPageShell()).catch((error: unknown) => {
        if (isOfClosedServer(error)) return WAITING_PAGE;
        throw error;
      });
    },
    pages: { ...pages, ...developerPages },
    announceRestart: async (file) => {
      vite.ws.send(RESTART_EVENT, { file: file ?? '' });
      // The next turn sends it, before the connections close.
      await nextTurn();
    },
    close: () => vite.close(),
  };
}
