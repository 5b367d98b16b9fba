import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Product, product } from '#contract/product.ts';

/**
 * Loads `product.ts` of the working folder, which defines the product of this process, and returns it.
 *
 * @throws ResourceConfigError for invalid entries of its config; Error where the file defines no product.
 */
export async function loadProduct(): Promise<Product> {
  await import(pathToFileURL(resolve('product.ts')).href);
  return product();
}
