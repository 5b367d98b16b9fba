import type { AllResources } from './schema/index.ts';

/** Colours of the brand in one theme, as `#rrggbb`. Texts in `accentInk` must be readable on `accent`. */
export interface Palette {
  /** Background of pages. */
  readonly paper: string;
  /** Buttons, links, and the icon. */
  readonly accent: string;
  /** The accent while the pointer is over it. */
  readonly accentHover: string;
  /** Texts on the accent. */
  readonly accentInk: string;
  /** Background of selected items. */
  readonly accentSoft: string;
}

/** What a product is called and how it looks. */
export interface Product {
  /** The name that users read. */
  readonly name: string;
  /** Prefix of cookie names and the name of the database's clients: lower-case letters, digits and hyphens. */
  readonly slug: string;
  /** One sentence, for search engines and for the dialog that installs the app. */
  readonly description: string;
  /** The icon: an SVG path on 32 × 32 units, drawn as a line in `accentInk` on a tile of `accent`. */
  readonly icon: string;
  readonly colors: { readonly light: Palette; readonly dark: Palette };
}

/** Returns the product as it is stated: `product.ts` exports the result as its default. */
export const defineProduct = (stated: Product): Product => Object.freeze(stated);

/** The product of a process with its resources. Pages take their resources from `virtual:bindery/resources`. */
interface Registered {
  readonly product: Product;
  readonly resources: AllResources | undefined;
}

// A symbol of the process: test runners load modules anew, and an installation may have two copies of a package.
const REGISTERED = Symbol.for('bindery.product');
const ofProcess: typeof globalThis & { [REGISTERED]?: Registered } = globalThis;

/** Sets the product of this process, and its resources where the process is no page. Entry points call it first. */
export function setProduct(product: Product, resources?: AllResources): void {
  ofProcess[REGISTERED] = { product, resources };
}

/**
 * Returns the product of this process.
 *
 * @throws Error where no entry point has called `setProduct`.
 */
export function product(): Product {
  const registered = ofProcess[REGISTERED];
  if (!registered)
    throw new Error('This process has no product: call setProduct before anything that reads it.');
  return registered.product;
}

/**
 * Returns the resources of this process's product.
 *
 * @throws Error where no entry point has called `setProduct` with resources.
 */
export function productResources(): AllResources {
  const resources = ofProcess[REGISTERED]?.resources;
  if (!resources)
    throw new Error('This process has no resources: call setProduct with those of resources.config.ts.');
  return resources;
}
