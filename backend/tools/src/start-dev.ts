import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { styleText } from 'node:util';
import { openDatabase } from '@bindery/backend/database/connection.ts';
import { createEntities } from '@bindery/backend/database/entities.ts';
import {
  confirmOnTerminal,
  migrateInDevelopment,
} from '@bindery/backend/database/migrations/migrate-in-development.ts';
import { loadExtensions } from '@bindery/backend/extend/load-extensions.ts';
import { startJobs } from '@bindery/backend/kernel/jobs/job-queue.ts';
import { logger } from '@bindery/backend/logging/logger.ts';
import { bootstrap, printBanner } from '@bindery/backend/web/bootstrap.ts';
import { stopOnSignals } from '@bindery/backend/web/lifecycle.ts';
import type { Opened } from '@bindery/backend/web/open-port.ts';
import { createFontFaces } from '@bindery/backend/web/page-shell/font-faces.ts';
import type { Frontend } from '@bindery/backend/web/page-shell/page.ts';
import { serve } from '@bindery/backend/web/server.ts';
import {
  type ChangedProduct,
  developerPages,
  PRODUCT_EVENT,
  RESTART_EVENT,
} from '@bindery/contract/api/developers/pages.ts';
import { productResources, productRoot } from '@bindery/contract/api/product.ts';
import { pages } from '@bindery/contract/api/read-pages.ts';
import { checkTexts } from '@bindery/contract/api/texts/locale-files.ts';
import { readPageShell } from '@bindery/frontend/build/page-shell.ts';
import { PRODUCT_MODULE } from '@bindery/frontend/build/product-modules.ts';
import { createLogger, createServer, type Logger } from 'vite';
import { changeProduct } from './dev/change-product.ts';
import { describeChanged } from './dev/describe-changed.ts';
import { describeFailure, formatFailure } from './dev/describe-failure.ts';
import { keepOutbox, restoreOutbox } from './dev/kept-outbox.ts';
import { announceReady, isRestart, restartedFor, secondsOfStart } from './dev/restarts.ts';
import { restartsServer, serverSourcesIn } from './dev/watch-sources.ts';
import { documentationRoutes } from './developers/documentation.ts';
import { createDeveloperRoutes } from './developers/routes.ts';
import { StatementLog } from './developers/statement-log.ts';
import { checkIcons } from './resource-commands/check-icons.ts';

/** Starts the server for development: pages with hot reloading, migrations generated from the resources. */
export async function start({ settings, port }: Opened): Promise<void> {
  const resources = productResources();
  await checkIcons(resources);
  const extensions = await loadExtensions(resources);
  const entities = createEntities(resources);
  const { databaseUrl: url, dataDir, databaseLimits: limits } = settings;
  const open = () => openDatabase({ entities, url, dataDir, limits });
  const confirm = async (question: string, losses: readonly string[]) => {
    // Pages would wait without a reason.
    const { createFailedStartApp } = await import('./dev/failed-start.ts');
    const problems = losses.map((text) => ({ text }));
    port.setHandler(createFailedStartApp({ asks: true, problems, docs: [] }));
    return confirmOnTerminal(question);
  };
  const migrated = await migrateInDevelopment({ entities, open, confirm });
  const statements = new StatementLog();
  const database = await statements.observe(migrated?.database ?? (await open()));
  await bootstrap(database, settings);
  const vite = await viteFrontend(port.server);
  const developerRoutes = createDeveloperRoutes(statements);
  const running = serve({ port, settings, database, frontend: vite, resources, extensions, developerRoutes });
  startJobs(running.queue);
  const { outbox } = running.mailer;
  if (outbox) restoreOutbox(outbox, dataDir);
  stopOnSignals(
    async () => {
      await vite.announceRestart(restartedFor());
      await vite.close();
      await running.close();
      if (outbox) keepOutbox(outbox, dataDir);
      await database.close();
    },
    { isQuiet: true },
  );
  const { baseUrl } = settings;
  await printBanner(database, settings, {
    seconds: secondsOfStart() - (migrated?.secondsAsked ?? 0),
    isRestart: isRestart(),
    more: { 'For developers': styleText('cyan', `${baseUrl}/manager/developers`) },
  });
  reportTexts();
  process.stdout.write(describeChanged(resources, { tables: migrated?.tables ?? [], baseUrl }));
  announceReady(async () => {
    const changed = await changeProduct();
    if (changed) vite.showProduct(changed);
    return changed !== undefined;
  });
}

/** The response to page requests while the server stops: the page loads once the next server responds. */
const WAITING_PAGE = readFileSync(join(import.meta.dirname, 'dev/waiting-page.html'), 'utf8');

const isOfClosedServer = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_CLOSED_SERVER';

/** The pages of a development server. */
interface DevelopmentFrontend extends Frontend {
  /** Lets open pages show which file restarts the server; undefined if it only stops. */
  announceRestart(file: string | undefined): Promise<void>;
  /** Lets open pages show a changed `product.ts`. */
  showProduct(changed: ChangedProduct): void;
  close(): Promise<void>;
}

/** Returns a logger with which Vite's warnings are lines of the server's log, with its clock. */
function serverLog(): Logger {
  // Not what it bundles, reloads and replaces, which the pages show.
  const inLog = createLogger('warn', { allowClearScreen: false, console: logger as object as Console });
  const withoutTime =
    (print: Logger['error']): Logger['error'] =>
    (message, options) =>
      print(message, { ...options, timestamp: false });
  return {
    ...inLog,
    warn: withoutTime(inLog.warn),
    warnOnce: withoutTime(inLog.warnOnce),
    error: withoutTime(inLog.error),
  };
}

let areTextsValid = true;

/**
 * Prints a mistake in a locale file, of which pages show only its effects, and that it is corrected. Vite
 * takes the correction.
 */
function reportTexts(): void {
  try {
    checkTexts();
    if (!areTextsValid) process.stdout.write(`  ${styleText('green', 'The texts are valid again.')}\n`);
    areTextsValid = true;
  } catch (error) {
    areTextsValid = false;
    process.stderr.write(`\n${formatFailure(describeFailure(error, productRoot()))}\n\n`);
  }
}

/** How long no locale file changes before they are checked. */
const SETTLED_MS = 300;

/** Serves pages and assets from their sources with Vite and hot reloading: for development only. */
async function viteFrontend(server: Server): Promise<DevelopmentFrontend> {
  const sources = serverSourcesIn(productRoot());
  const vite = await createServer({
    root: productRoot(),
    appType: 'custom',
    customLogger: serverLog(),
    // The HMR socket uses our port, because the CSP allows pages no other connections.
    server: {
      middlewareMode: { server },
      hmr: { server },
      // These files restart the server, and Vite with it. Pages that reload at once would find no server and
      // stay broken; without a message, they wait until the server is back.
      watch: { ignored: [(path) => restartsServer(path, sources)] },
    },
  });
  let settling: NodeJS.Timeout | undefined;
  vite.watcher.on('change', (path) => {
    if (!path.endsWith('.json')) return;
    clearTimeout(settling);
    // A file is written in several steps, and several files are written one after the other.
    settling = setTimeout(reportTexts, SETTLED_MS).unref();
  });
  const page: Frontend['page'] = ({ url }) =>
    vite.transformIndexHtml(url, readPageShell()).catch((error: unknown) => {
      if (isOfClosedServer(error)) return WAITING_PAGE;
      throw error;
    });
  return {
    // Vite would serve the documentation as it is written.
    assets: documentationRoutes(productRoot(), createFontFaces({ page })).use(vite.middlewares),
    isHot: true,
    page,
    pages: { ...pages, ...developerPages },
    announceRestart: async (file) => {
      vite.ws.send(RESTART_EVENT, { file: file ?? '' });
      // The next turn sends it, before the connections close.
      await nextTurn();
    },
    showProduct: (changed) => {
      const { moduleGraph } = vite.environments.client;
      const known = moduleGraph.getModuleById(PRODUCT_MODULE);
      // For pages that are opened from now on.
      if (known) moduleGraph.invalidateModule(known);
      vite.ws.send(PRODUCT_EVENT, changed);
      process.stdout.write(`  product.ts changed: ${styleText('green', 'open pages show it')}.\n`);
    },
    close: () => vite.close(),
  };
}
