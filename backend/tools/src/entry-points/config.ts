/**
 * The settings of a product's tests: `vitest.config.ts` and `playwright.config.ts`.
 * @example
 * import { productTests } from '@bindery/tools/config';
 * import { defineConfig } from 'vitest/config';
 *
 * export default defineConfig(await productTests(import.meta.dirname));
 */
export { type BrowserTestOptions, browserTests } from '../testing/browser/config.ts';
export { productTests } from '../testing/product-tests.ts';
