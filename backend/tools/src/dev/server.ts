import { runProduct } from '@bindery/backend/web/run-product.ts';
import { turn } from './restarts.ts';

/** Loads the larger part of the code of a server: the part that needs no product. */
const loadCode = () =>
  Promise.all([
    import('vite'),
    import('@bindery/backend/access/auth/auth.ts'),
    import('@bindery/backend/database/connection.ts'),
  ]);

/* The development server of the product in a folder: `bindery dev` restarts it after each change. */
const root = process.argv[2]!;
await runProduct(root, {
  // The server before this one stops meanwhile. Code that cannot be loaded is reported where it is used.
  prepare: () => Promise.allSettled([turn(), loadCode()]),
  load: () => import('#tools/start-dev.ts'),
  onFailure: async (error, opened) =>
    (await import('./failed-start.ts')).serveFailedStart(error, { root, opened }),
});
