import { runProduct } from '@bindery/backend/web/run-product.ts';

/* The development server of the product in a folder: `bindery dev` restarts it after each change. */
await runProduct(process.argv[2]!, () => import('#tools/start-dev.ts'));
