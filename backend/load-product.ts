import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { product, productResources, setProduct } from '#contract/product.ts';

const load = async (file: string) => (await import(pathToFileURL(resolve(file)).href)).default;

/**
 * Loads `product.ts` and `resources.config.ts` of the working folder as the product of this process.
 *
 * @throws ResourceConfigError for invalid entries.
 */
export async function loadProduct() {
  setProduct(await load('product.ts'), await load('resources.config.ts'));
  return { product: product(), resources: productResources() };
}
