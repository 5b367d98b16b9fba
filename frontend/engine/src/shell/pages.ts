import others from 'virtual:bindery/pages';
import type { ReadCall } from '@bindery/contract/api/create-routes.ts';
import { type PageDefinition, type Pages, productPages } from '@bindery/contract/api/pages.ts';
import type { Namespace, TextKey } from './i18n/keys.ts';

/** A page whose texts and calls exist: the compiler checks its namespaces, title, description and paths. */
export interface TypedPage extends PageDefinition {
  readonly namespaces?: readonly Namespace[];
  readonly title?: TextKey;
  readonly description?: TextKey;
  readonly data?: ReadCall;
  readonly calls?: readonly ReadCall[];
}

/**
 * The pages of an extension, the default export of `frontend/extensions/<resource>/pages.ts`. Those about no
 * resource are in a folder with another name, such as `frontend/extensions/notes`. Pages of the app are below
 * `/app`, those of the manager below `/manager`, and public ones elsewhere: the start checks it.
 */
export type ExtensionPages = Readonly<
  Record<`/${string}`, TypedPage & { readonly area: 'app' | 'manager' | 'public' }>
>;

/** All pages in the browser. `contract/engine/src/api/read-pages.ts` has the same ones for Node.js. */
export const pages: Readonly<Record<string, TypedPage>> = Object.assign(
  {},
  productPages satisfies Pages & Record<string, TypedPage>,
  ...Object.values(others),
);
