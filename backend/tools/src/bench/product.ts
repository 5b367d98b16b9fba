// First: what is imported below reads the product.
import '#contract/set-product.ts';

import { openDatabase } from '#backend/database/connection.ts';
import { createEntities } from '#backend/database/entities.ts';
import { listen } from '#backend/listener.ts';
import { serve } from '#backend/server.ts';
import { loadSettings } from '#backend/settings/settings.ts';
import { productResources } from '#contract/product.ts';

/** Runs the product without its pages; notifies the parent process when it listens. */
const resources = productResources();
const settings = loadSettings();
const port = await listen(settings);
const database = await openDatabase({ entities: createEntities(resources), url: settings.databaseUrl });
serve({
  port,
  settings,
  database,
  resources,
  frontend: { assets: (_req, _res, next) => next(), page: async () => '' },
});
process.send?.('ready');
