import { runProduct } from '@bindery/backend/web/run-product.ts';

/* The development server of the product in a folder: `bindery dev` restarts it after each change. */
const root = process.argv[2]!;
await runProduct(root, {
  load: () => import('#tools/start-dev.ts'),
  onFailure: async (error, opened) =>
    (await import('./failed-start.ts')).serveFailedStart(error, { root, opened }),
});
