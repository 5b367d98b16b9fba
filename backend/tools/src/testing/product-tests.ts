import { loadProduct } from '@bindery/contract/api/load-product.ts';
import type { ViteUserConfig } from 'vitest/config';

/**
 * Returns the settings of all tests of the product in a folder, except browser tests.
 * @example
 * // vitest.config.ts
 * export default await productTests(import.meta.dirname);
 */
export async function productTests(root: string): Promise<ViteUserConfig> {
  await loadProduct(root);
  // Loaded when called: the config of Playwright imports this file too.
  const { apiTests, unitTests } = await import('./vitest.ts');
  return {
    root,
    test: {
      maxWorkers: 2,
      projects: [unitTests(root, { name: 'unit', include: ['**/*.test.{ts,tsx}'] }), apiTests(root)],
    },
  };
}
