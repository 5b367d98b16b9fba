import { loadProduct } from '@bindery/contract/api/load-product.ts';

/** The product under test: that of PRODUCT_ROOT, which `browserTests` sets, or of the working folder. */
export const { product, resources } = await loadProduct(process.env.PRODUCT_ROOT || process.cwd());
