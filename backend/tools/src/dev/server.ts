import { runProduct } from '@bindery/backend/web/run-product.ts';

/* The server of the product in a folder, for development: `bindery dev` starts it again after each change. */
await runProduct(process.argv[2]!, () => import('#tools/start-dev.ts'));
