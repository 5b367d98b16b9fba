import { loadProduct } from '@bindery/contract/api/load-product.ts';

/** The product under test: in PRODUCT_ROOT, which `browserTests` sets, or in the working folder. */
export const { product, resources } = await loadProduct(process.env.PRODUCT_ROOT || process.cwd());

/** All pages of the product. Imported after it is loaded: a module beside this one would not wait for it. */
export const { pages } = await import('@bindery/contract/api/read-pages.ts');
