import { exitWithMessage } from '@bindery/backend/web/lifecycle.ts';
import { buildPages } from '@bindery/backend/web/page-shell/build.ts';
import { loadProduct } from '@bindery/tools/load-product.ts';

// First the product: what is wrong with its entries or roles is told by itself, before Vite loads them with its config.
await loadProduct().then(buildPages).catch(exitWithMessage);
