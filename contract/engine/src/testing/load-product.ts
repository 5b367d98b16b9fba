import { loadProduct } from '#contract/api/load-product.ts';

// Runs before each test file: the product is that of the folder that the settings of the tests state.
await loadProduct(process.env.PRODUCT_ROOT!);
