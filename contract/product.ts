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

/** What a product is called, how it looks, and what it manages. */
export interface Product<R extends object = AllResources> {
  /** The name that users read. */
  readonly name: string;
  /** Prefix of cookie names and the name of the database's clients: lower-case letters, digits and hyphens. */
  readonly slug: string;
  /** One sentence, for search engines and for the dialog that installs the app. */
  readonly description: string;
  /** The icon: an SVG path on 32 × 32 units, drawn as a line in `accentInk` on a tile of `accent`. */
  readonly icon: string;
  readonly colors: { readonly light: Palette; readonly dark: Palette };
  /** The result of `defineResources`. */
  readonly resources: R;
}

// A symbol of the process: test runners load modules anew, and an installation may have two copies of a package.
const DEFINED = Symbol.for('bindery.product');
const ofProcess: typeof globalThis & { [DEFINED]?: Product } = globalThis;

/**
 * Defines the product of this process, which `product` returns from then on: `product.ts` calls it once. Returns the
 * product as it is typed.
 */
export function defineProduct<const P extends Product<object>>(stated: P): P {
  // Resources are typed by their entries; what the engine reads of them is common to all.
  ofProcess[DEFINED] = Object.freeze(stated) as P & Product;
  return stated;
}

/**
 * Returns the product of this process. Modules that are loaded before `product.ts` call it where they need a value.
 *
 * @throws Error where no module has called `defineProduct`: the entry point imports `product.ts` first.
 */
export function product(): Product {
  const defined = ofProcess[DEFINED];
  if (!defined) throw new Error('No product is defined: import product.ts before anything that reads it.');
  return defined;
}
