/**
 * Generated tests of a product for Vitest: of every entry, and of `product.ts`.
 * @example
 * import { testBrand, testEveryEntry } from '@bindery/tools/testing';
 *
 * testBrand();
 * testEveryEntry();
 */
export { testBrand } from '../testing/brand.ts';
export { testEveryEntry } from '../testing/entries.ts';
