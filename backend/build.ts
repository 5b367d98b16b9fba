import { exitWithMessage } from './lifecycle.ts';
import { loadProduct } from './load-product.ts';
import { buildPages } from './page-shell/build.ts';

// First the product: what is wrong with its entries or roles is told by itself, before Vite loads them with its config.
await loadProduct().then(buildPages).catch(exitWithMessage);
