import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { product, productResources } from '@bindery/contract/api/product.ts';

/**
 * Makes the product of the working folder that of this process, and returns it with its resources.
 *
 * @throws ResourceConfigError for invalid entries.
 */
export async function loadProduct() {
  await import(pathToFileURL(resolve('contract/set-product.ts')).href);
  return { product: product(), resources: productResources() };
}
