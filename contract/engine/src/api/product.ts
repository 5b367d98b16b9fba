import { ProductError, unknownName } from '#contract/schema/error.ts';
import type { AllResources } from '#contract/schema/index.ts';
import { initialIcon } from './initial-icon.ts';
import { completed, type Palettes, type StatedPalettes } from './palette.ts';

/** The product's name and look. */
export interface Product {
  /** The name that users read. */
  readonly name: string;
  /** Prefix of cookie names and the name of the database's clients: lower-case letters, digits, hyphens. */
  readonly slug: string;
  /** One sentence, for search engines and for the dialog that installs the app. */
  readonly description: string;
  /** The icon: an SVG path on 32 × 32 units, drawn as a line in `accentInk` on a tile of `accent`. */
  readonly icon: string;
  readonly colors: Palettes;
}

/**
 * What `product.ts` states. Without an icon, it is the first letter of the name. Of the colours, the accent
 * suffices.
 */
export interface StatedProduct extends Omit<Product, 'icon' | 'colors'> {
  readonly icon?: string;
  readonly colors: StatedPalettes;
}

const NAMES = ['name', 'slug', 'description', 'icon', 'colors'] as const satisfies (keyof StatedProduct)[];

/**
 * Returns the product with what is not stated, frozen. `product.ts` default-exports the result.
 * @throws ProductError that names an unknown property, or a slug or colour of another form.
 */
export function defineProduct({ icon, colors, ...stated }: StatedProduct): Product {
  for (const name of Object.keys(stated))
    if (!NAMES.some((known) => known === name)) throw new ProductError(`${name} ${unknownName(name, NAMES)}`);
  const { slug } = stated;
  if (!/^[a-z][a-z\d-]*$/.test(slug))
    throw new ProductError(`slug is ${JSON.stringify(slug)}, not lower-case letters, digits and hyphens`);
  return Object.freeze({ ...stated, icon: icon ?? initialIcon(stated.name), colors: completed(colors) });
}

/** The product of a Node.js process. Pages import virtual modules instead. */
interface Registered {
  readonly product: Product;
  readonly resources: AllResources;
  /** The folder of the product, with its package.json and extensions. */
  readonly root: string;
}

// A global symbol, because test runners load modules again and an installation may have two copies of a
// package.
const REGISTERED = Symbol.for('bindery.product');
const ofProcess: typeof globalThis & { [REGISTERED]?: Registered } = globalThis;

/** Sets the product of this process: called by `loadProduct`, and by tests with a separate product. */
export function setProduct(registered: Registered): void {
  ofProcess[REGISTERED] = registered;
}

function registered(): Registered {
  const known = ofProcess[REGISTERED];
  if (!known) throw new Error('This process has no product: call loadProduct before anything that reads it.');
  return known;
}

/** Returns the product of this process. Throws an Error where no entry point has called `loadProduct`. */
export const product = (): Product => registered().product;

/**
 * Returns a function that returns what `create` made of this process's product, and makes it again after a
 * development server has taken a changed `product.ts`.
 */
export function ofProduct<Made>(create: () => Made): () => Made {
  let known: { readonly product: Product; readonly made: Made } | undefined;
  return () => {
    if (known?.product !== product()) known = { product: product(), made: create() };
    return known.made;
  };
}

/** Returns the resources of this process's product. Throws like `product`. */
export const productResources = (): AllResources => registered().resources;

/** Returns the folder of this process's product. Throws like `product`. */
export const productRoot = (): string => registered().root;
