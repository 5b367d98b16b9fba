/**
 * Runs the server of a product, and builds its pages: `backend/main.ts` and `backend/build.ts`.
 * @example
 * import { dirname } from 'node:path';
 * import { runProduct } from '@bindery/backend';
 *
 * await runProduct(dirname(import.meta.dirname));
 */
export { buildProduct, runProduct } from '../web/run-product.ts';
