import { type Page, type Pages, productPages } from '#contract/pages.ts';
import type { Namespace, TextKey } from './i18n/keys.ts';

/** A page whose texts exist: its namespaces and title are checked by the compiler. */
export interface TypedPage extends Page {
  readonly namespaces?: readonly Namespace[];
  readonly title?: TextKey;
}

/**
 * The pages of an extension, which `frontend/extensions/<resource>/pages.ts` exports as default. Those about no resource are in
 * a folder with another name, such as `frontend/extensions/notes`.
 */
export type ExtensionPages = Readonly<
  Record<`/app/${string}` | `/manager/${string}`, TypedPage & { readonly area: 'app' | 'manager' }>
>;

const others = import.meta.glob<ExtensionPages>('./extensions/*/pages.ts', {
  eager: true,
  import: 'default',
});

/** All pages in the browser. `contract/read-pages.ts` has the same ones for Node.js. */
export const pages: Readonly<Record<string, TypedPage>> = Object.assign(
  {},
  productPages satisfies Pages & Record<string, TypedPage>,
  ...Object.values(others),
);
