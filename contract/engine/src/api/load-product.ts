import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ProductError } from '#contract/schema/error.ts';
import type { AllResources } from '#contract/schema/index.ts';
import { addKinds } from '#contract/schema/kinds.ts';
import { type Product, setProduct } from './product.ts';

/** The folder of the product's own kinds of fields, which a product without any lacks. */
const KINDS = 'contract/extensions/field-kinds/index.ts';

/** A product as its folder states it. */
interface LoadedProduct {
  readonly product: Product;
  readonly resources: AllResources;
}

/**
 * Loads the product of a folder, makes it that of this process, and returns it: its `product.ts`, its
 * `resources.config.ts` and its field kinds. Anything that reads the product requires this call first.
 * @example
 * const { resources } = await loadProduct('/srv/acme');
 * @throws ResourceConfigError for invalid entries, ProductError for a file with another default export, or
 * whatever else loading the files throws.
 */
export async function loadProduct(root: string): Promise<LoadedProduct> {
  const load = (file: string) => import(pathToFileURL(join(root, file)).href);
  const [{ default: product }, { default: resources }, kinds] = await Promise.all([
    load('product.ts'),
    load('resources.config.ts'),
    existsSync(join(root, KINDS)) ? load(KINDS) : {},
  ]);
  checkDefaultExport('product.ts', product, 'defineProduct');
  checkDefaultExport('resources.config.ts', resources, 'defineResources');
  addKinds(kinds);
  setProduct({ product, resources, root });
  return { product, resources };
}

/** Checks for a frozen object, as the `define` functions return: a module may be loaded twice. */
function checkDefaultExport(file: string, value: unknown, define: string): void {
  if (typeof value !== 'object' || value === null || !Object.isFrozen(value))
    throw new ProductError(`its default export must be ${define}({ … })`, file);
}
