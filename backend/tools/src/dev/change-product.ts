import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brandStyles } from '@bindery/contract/api/brand-styles.ts';
import type { ChangedProduct } from '@bindery/contract/api/developers/pages.ts';
import {
  type Product,
  product,
  productResources,
  productRoot,
  setProduct,
} from '@bindery/contract/api/product.ts';

/**
 * Takes a changed `product.ts`, and returns what open pages show of it. Undefined if only a restart can:
 * cookies and the database have the slug since the start. Throws if the file is invalid.
 */
export async function changeProduct(): Promise<ChangedProduct | undefined> {
  const root = productRoot();
  const { href } = pathToFileURL(join(root, 'product.ts'));
  // Each address is loaded once.
  const { default: changed }: { default: Product } = await import(`${href}?changed=${Date.now()}`);
  if (changed.slug !== product().slug) return undefined;
  setProduct({ product: changed, resources: productResources(), root });
  return { name: changed.name, icon: changed.icon, styles: brandStyles() };
}
