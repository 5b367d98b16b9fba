import { openDatabase } from '@bindery/backend/database/connection.ts';
import { createEntities } from '@bindery/backend/database/entities.ts';
import { listen } from '@bindery/backend/kernel/http/listener.ts';
import { loadSettings } from '@bindery/backend/kernel/settings/settings.ts';
import { loadProduct } from '@bindery/contract/api/load-product.ts';
import { COPIES, HOOKS } from './data.ts';

/** Runs the product without its pages; notifies the parent process when it listens. */
const { resources: own } = await loadProduct(process.cwd());
const isHooked = process.env.BENCH_HOOKS !== undefined;
const resources = isHooked ? { ...own, copies: COPIES } : own;
// Imported after the product, which it reads, has been loaded.
const { serve } = await import('@bindery/backend/web/server.ts');
const { noExtensions } = await import('@bindery/backend/extend/load-extensions.ts');
const settings = loadSettings();
const port = await listen(settings);
const database = await openDatabase({ entities: createEntities(resources), url: settings.databaseUrl });
serve({
  port,
  settings,
  database,
  resources,
  ...(isHooked && { extensions: { ...noExtensions, hooks: HOOKS } }),
  frontend: { assets: (_req, _res, next) => next(), page: async () => '' },
});
process.send?.('ready');
